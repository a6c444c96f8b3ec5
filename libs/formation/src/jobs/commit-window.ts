import type { Realm, Turn } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";
import type { MemoryWrite } from "@memory-cortex/store";

import type { CaptureCandidate, CandidateFact } from "../capture/candidate.ts";
import { createDecider, slotsOf } from "../decide/index.ts";
import type { Decider, WindowDecision } from "../decide/index.ts";
import { graphPartsOf } from "../entities/graph-parts.ts";
import { judgeNames, mergeNames, namesInLongWindow } from "../entities/index.ts";
import type { CloseName, NameMerge } from "../entities/index.ts";
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
  /** Changes what was decided before it is written; called under the lock of the user. */
  settle?: (decision: WindowDecision) => MemoryWrite[];
  signal: AbortSignal;
}

export function deciderOf({ store, ids, embedders, llms }: CaptureServices): Decider {
  return createDecider({ store, ids, ...(embedders === undefined ? {} : { embedders }), ...(llms === undefined ? {} : { llms }) });
}

/**
 * Decides candidates against what is known and writes all of it with the marks of the turns, in one transaction. Everything slow (a judge,
 * names in long texts) is done before the user's lock is taken, and names that may be one of several are asked about once it is free; what is
 * known is looked up again under it. Gives the number of new memories.
 */
export async function commitWindow(services: CaptureServices, decider: Decider, window: WindowToCommit): Promise<number> {
  const { store, clock, ids } = services;
  const { realm, turns, context, signal, sessionId, improvable = false, improves = false } = window;
  const candidates = window.candidates.map(withSlots);
  const names = await (services.names ?? namesInLongWindow)({ turns, context });
  const verdicts = await decider.judge(realm, { candidates, turns }, { at: clock.now(), signal });
  const written = await userLockOf(store).run(realm.userId, async () => {
    if (signal.aborted) throw new CortexError("aborted");
    const at = clock.now();
    const decision = await decider.decide(realm, { candidates, turns, verdicts }, { at, signal });
    const writes = window.settle?.(decision) ?? decision.writes;
    const { merges, ambiguous, ...graph } = await graphPartsOf({ store, ids, realm, at }, { turns, context, candidates, writes, names });
    const { outcome } = await store.commitCapture(realm, { sessionId, turnIds: turns.map(({ id }) => id), writes, ...graph, improvable, improves, at }, { signal });
    return outcome === "committed" ? { writes, merges, ambiguous } : { writes: [], merges: [], ambiguous: [] };
  });
  await mergeNames(services, realm, written.merges);
  await mergeNames(services, realm, await sameNames(services, { realm, names: written.ambiguous, signal }));
  return written.writes.filter((write) => "memory" in write).length;
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
