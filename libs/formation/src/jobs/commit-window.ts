import type { Realm, Turn } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";
import type { MemoryWrite } from "@memory-cortex/store";

import type { CaptureCandidate, CandidateFact } from "../capture/candidate.ts";
import { decideAgain } from "../decide-again.ts";
import type { Attempt } from "../decide-again.ts";
import { createDecider, slotsOf } from "../decide/index.ts";
import type { Decider, Verdicts, WindowDecision } from "../decide/index.ts";
import { entitiesNamed, graphPartsOf } from "../entities/graph-parts.ts";
import type { GraphParts } from "../entities/graph-parts.ts";
import { judgeNames, mergeNames, namesInLongWindow } from "../entities/index.ts";
import type { CloseName, DocumentNames, NameMerge } from "../entities/index.ts";
import { userLockOf } from "../user-lock.ts";
import type { CaptureServices } from "./capture-services.ts";

export interface WindowToCommit {
  realm: Realm;
  sessionId: string;
  turns: readonly Turn[];
  context: readonly Turn[];
  candidates: readonly CaptureCandidate[];
  /** See `CaptureCommit`. */
  improvable?: boolean;
  improves?: boolean;
  /** By what is known now: which of the candidates stay, and what becomes of what was decided. Asked anew whenever it is decided anew. */
  revise?: () => Promise<Revision>;
  signal: AbortSignal;
}

export interface Revision {
  candidates: readonly CaptureCandidate[];
  /** Changes what was decided before it is written. */
  settle: (decision: WindowDecision) => MemoryWrite[];
}

export function deciderOf({ store, ids, embedders, llms }: CaptureServices): Decider {
  return createDecider({ store, ids, ...(embedders === undefined ? {} : { embedders }), ...(llms === undefined ? {} : { llms }) });
}

/**
 * Decides candidates against what is known and writes all of it with the marks of the turns, in one transaction. Everything slow (a judge,
 * names in long texts) is done once, before the user's lock is taken, and names that may be one of several are asked about once it is free.
 * What is known is looked up under it, and again when another process has changed it meanwhile. Gives the number of new memories.
 */
export async function commitWindow(services: CaptureServices, decider: Decider, window: WindowToCommit): Promise<number> {
  const { store, clock } = services;
  const { realm, turns, context, signal } = window;
  const names = await (services.names ?? namesInLongWindow)({ turns, context });
  const { candidates } = await revised(window);
  const verdicts = await decider.judge(realm, { candidates, turns }, { at: clock.now(), signal, patient: true });
  const prepared = { decider, window, names, verdicts };
  const written = await userLockOf(store).run(realm.userId, () => decideAgain({ ...services, patient: true }, realm, (basedOn) => decideAndCommit(services, prepared, basedOn)));
  await mergeNames(services, realm, await sameNames(services, { realm, names: written.ambiguous, signal }));
  return written.writes.filter((write) => "memory" in write).length;
}

async function revised({ candidates, revise }: WindowToCommit): Promise<Revision> {
  const revision = (await revise?.()) ?? { candidates, settle: ({ writes }: WindowDecision) => writes };
  return { ...revision, candidates: revision.candidates.map(withSlots) };
}

/** What is made once for a window, however often it is decided. */
interface Prepared {
  decider: Decider;
  window: WindowToCommit;
  names: readonly DocumentNames[];
  verdicts: Verdicts;
}

type Written = Pick<GraphParts, "ambiguous"> & { writes: MemoryWrite[] };

async function decideAndCommit({ store, clock, ids }: CaptureServices, { decider, window, names, verdicts }: Prepared, basedOn: number): Promise<Attempt<Written>> {
  const { realm, turns, context, signal, sessionId, improvable = false, improves = false } = window;
  if (signal.aborted) throw new CortexError("aborted");
  const at = clock.now();
  const { candidates, settle } = await revised(window);
  const read = { turns, context, candidates, names };
  const [decision, known] = await Promise.all([decider.decide(realm, { candidates, turns, verdicts }, { at, signal, patient: true }), entitiesNamed({ store, realm, signal, patient: true }, read)]);
  const writes = settle(decision);
  const { ambiguous, ...graph } = await graphPartsOf({ store, ids, realm, at }, { ...read, writes, known });
  const { outcome } = await store.commitCapture(realm, { sessionId, turnIds: turns.map(({ id }) => id), writes, ...graph, improvable, improves, at, basedOn }, { signal });
  if (outcome === "stale") return { outcome };
  return { outcome: "done", result: outcome === "committed" ? { writes, ambiguous } : { writes: [], ambiguous: [] } };
}

/** Whom a new name stands for that could be several: a model's word, where there is one. The window is written by then, whatever it says. */
async function sameNames({ store, llms, log }: CaptureServices, question: { realm: Realm; names: readonly CloseName[]; signal: AbortSignal }): Promise<NameMerge[]> {
  const llm = llms?.llmFor("extract") ?? null;
  return llm === null ? [] : judgeNames({ store, llm, ...(log === undefined ? {} : { log }) }, question);
}

/** The facts that rules find in a candidate's words, beside those that a model named. */
export function withSlots(candidate: CaptureCandidate): CaptureCandidate {
  const { text, speaker, observedAt, facts } = candidate;
  const named = new Set(facts.map(slotKey));
  const found = slotsOf(text, { speaker, observedAt }).map(({ change: _change, added: _added, ...fact }): CandidateFact => fact);
  return { ...candidate, facts: [...facts, ...found.filter((fact) => !named.has(slotKey(fact)))] };
}

const slotKey = ({ subject, predicate, object, negated }: CandidateFact): string => JSON.stringify([subject, predicate, object, negated].map((part) => String(part).toLowerCase()));
