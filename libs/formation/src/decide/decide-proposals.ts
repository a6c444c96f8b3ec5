import type { Memory } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";
import type { MemoryWrite, Store } from "@memory-cortex/store";
import { LRUCache } from "lru-cache";

import { breather } from "../breather.ts";
import { decideOne } from "./decide-one.ts";
import type { Decision, KnownMemory } from "./decide-one.ts";
import type { Nearness } from "./nearness.ts";
import { callOptions, findNeighbours } from "./neighbours.ts";
import type { Neighbour, NeighbourContext } from "./neighbours.ts";
import type { Proposal } from "./proposal.ts";
import { readStatement } from "./reading.ts";
import type { Reading } from "./reading.ts";
import type { Verdict } from "./weigh-verdict.ts";

export interface DecidingContext extends NeighbourContext {
  store: NeighbourContext["store"] & Pick<Store, "forgottenHashes">;
  nearness: Nearness;
  nextId: () => string;
}

/** What a judge said, by {@link verdictKey}. */
export type Verdicts = ReadonlyMap<string, Verdict>;
/** Names a statement and a memory in {@link Verdicts}. */
export const verdictKey = (hash: string, memoryId: string): string => `${hash} ${memoryId}`;

/** What became of a proposal. "forgotten": it was erased once and does not come back by itself. */
export interface Decided {
  proposal: Proposal;
  decision: Decision | { outcome: "forgotten"; reason: string };
  writes: MemoryWrite[];
}

/** Decides one after the other; each sees what the ones before it change. Reads only; the writes are made in their order or not at all. */
export async function decideProposals(context: DecidingContext, proposals: readonly Proposal[], verdicts: Verdicts = new Map()): Promise<Decided[]> {
  if (proposals.length === 0) return [];
  const { store, realm } = context;
  const [erased, neighbours] = await Promise.all([store.forgottenHashes(realm, proposals.map(({ hash }) => hash), callOptions(context)), neighboursOf(context, proposals)]);
  const forgotten = new Set(erased);
  const window = new WindowState();
  const decided: Decided[] = [];
  for (const [index, proposal] of proposals.entries()) {
    if (forgotten.has(proposal.hash) && proposal.turnIds.length > 0) {
      decided.push({ proposal, decision: { outcome: "forgotten", reason: "it was erased" }, writes: [] });
      continue;
    }
    const knowns = await knownsOf(context, { proposal, neighbours: neighbours[index]!, verdicts, window });
    const decision = decideOne(proposal.reading, knowns, { thresholds: context.nearness.thresholds, temporary: proposal.temporary });
    window.apply(proposal, decision);
    decided.push({ proposal, decision, writes: writesOf(proposal, decision, context) });
  }
  return decided;
}

/** Proposals whose neighbours are looked up at once: half a dozen questions each. */
const LOOKED_UP_AT_ONCE = 4;

/** Memories near each of the proposals, as they are stored. */
export async function neighboursOf(context: NeighbourContext, proposals: readonly Proposal[]): Promise<Neighbour[][]> {
  const found: Neighbour[][] = [];
  for (let start = 0; start < proposals.length; start += LOOKED_UP_AT_ONCE) {
    found.push(...(await Promise.all(proposals.slice(start, start + LOOKED_UP_AT_ONCE).map((proposal) => findNeighbours(context, proposal)))));
  }
  return found;
}

interface Asked {
  proposal: Proposal;
  neighbours: readonly Neighbour[];
  verdicts: Verdicts;
  window: WindowState;
}

async function knownsOf(context: DecidingContext, { proposal, neighbours, verdicts, window }: Asked): Promise<KnownMemory[]> {
  const { reading, hash } = proposal;
  const stored = await toKnowns(neighbours, { at: context.at, project: proposal.project });
  const knowns = [...stored.map((known) => window.seen(known)), ...window.near(proposal)];
  const cosines = await context.nearness.cosines(reading.text, knowns.map((known) => known.reading.text), context.signal);
  return knowns.map((known, index) => ({ ...known, cosine: cosines[index] ?? null, verdict: verdicts.get(verdictKey(hash, known.id)) ?? null }));
}

export const isSameProject = (left: string | null, right: string | null): boolean => left === null || right === null || left === right;

/** Of the event loop at once, while statements are taken apart. */
const LONGEST_MS = 4;

/** Stored memories as something to decide against. Lets others run in between. */
export async function toKnowns(neighbours: readonly Neighbour[], moment: { at: number; project: string | null }): Promise<KnownMemory[]> {
  const breathe = breather(LONGEST_MS);
  const knowns: KnownMemory[] = [];
  for (const neighbour of neighbours) {
    await breathe();
    knowns.push(toKnown(neighbour, moment));
  }
  return knowns;
}

function toKnown({ memory, facts }: Neighbour, { at, project }: { at: number; project: string | null }): KnownMemory {
  const { id, validTo, supersedes, conflictStatus, retiredAt } = memory;
  const over = retiredAt !== null || (validTo !== null && validTo <= at) || (memory.expiresAt !== null && memory.expiresAt <= at);
  return {
    id, supersedes, validTo, current: !over, reading: readMemory(memory, facts), cosine: null, verdict: null,
    lostAt: conflictStatus === "resolved" ? (retiredAt ?? at) : null, sameProject: isSameProject(memory.project, project),
  };
}

/** The same memories are near again and again, and taking one apart costs a third of a millisecond of the event loop; two kilobytes each. */
const READINGS_KEPT = 2_000;
const readings = new LRUCache<string, Reading>({ max: READINGS_KEPT });

function readMemory({ text, speaker, observedAt, validFrom, validTo, type }: Memory, facts: Neighbour["facts"]): Reading {
  const claim = { text, speaker, observedAt, validFrom, validTo, type, facts };
  const key = JSON.stringify(claim);
  const known = readings.get(key);
  if (known !== undefined) return known;
  const reading = readStatement(claim);
  readings.set(key, reading);
  return reading;
}

/** What earlier decisions of the window make of the memories: none of it is stored yet. */
class WindowState {
  readonly #made: KnownMemory[] = [];
  readonly #ended = new Map<string, number>();

  /** A memory as it will be. */
  seen(known: KnownMemory): KnownMemory {
    const validTo = this.#ended.get(known.id);
    return validTo === undefined ? known : { ...known, current: false, validTo };
  }

  /** Memories that the window makes and that may have to do with the proposal. */
  near({ reading, project }: Proposal): KnownMemory[] {
    const slots = new Set(reading.facts.map(({ subject }) => entityKey(subject)));
    const related = this.#made.filter((known) => sharesWords(known.reading, reading) || known.reading.facts.some(({ subject }) => slots.has(entityKey(subject))));
    return related.map((known) => ({ ...this.seen(known), sameProject: isSameProject(this.#projects.get(known.id) ?? null, project) }));
  }

  readonly #projects = new Map<string, string | null>();

  apply({ memory, reading, project }: Proposal, decision: Decision): void {
    if (decision.outcome === "supersede") this.#ended.set(decision.of, decision.endsAt);
    if (decision.outcome === "supersede" || decision.outcome === "known") for (const { id, endsAt } of decision.ends) this.#ended.set(id, endsAt);
    if (decision.outcome === "known") return;
    const validTo = decision.outcome === "create" ? (decision.validTo ?? memory.validTo) : memory.validTo;
    this.#projects.set(memory.id, project);
    this.#made.push({ id: memory.id, reading, current: validTo === null || validTo > memory.createdAt, supersedes: decision.outcome === "supersede" ? decision.of : null, lostAt: null, validTo, cosine: null, sameProject: true, verdict: null });
  }
}

/** More than the speaker's own name. */
const sharesWords = (left: Reading, right: Reading): boolean => left.words.filter((word) => right.words.includes(word)).length > 1;

function writesOf({ memory, turnIds }: Proposal, decision: Decision, { at, nextId }: DecidingContext): MemoryWrite[] {
  const end = (ends: readonly { id: string; endsAt: number }[]): MemoryWrite[] => ends.map(({ id, endsAt }) => ({ action: "end", memoryId: id, endsAt, at, turnIds }));
  switch (decision.outcome) {
    case "known":
      return [...end(decision.ends), { action: decision.reinforce ? "reinforce" : "addProvenance", memoryId: decision.of, turnIds }];
    case "supersede":
      return [{ action: "supersede", memoryId: decision.of, memory: { ...memory, supersedes: decision.of }, at, change: "world", endsAt: decision.endsAt }, ...end(decision.ends)];
    case "conflict":
      return [{ action: "conflict", memory, with: decision.with, group: nextId(), at }];
    case "create":
      return [{ action: "create", memory: { ...memory, validTo: earliest(memory.validTo, decision.validTo) } }];
  }
}

const earliest = (left: number | null, right: number | null): number | null => (left === null || right === null ? (left ?? right) : Math.min(left, right));
