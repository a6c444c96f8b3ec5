import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { LlmRegistry } from "@memory-cortex/llm";
import type { IdSource, Realm, Turn } from "@memory-cortex/models";
import type { MemoryWrite } from "@memory-cortex/store";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { decideProposals, neighboursOf, toKnowns, verdictKey } from "./decide-proposals.ts";
import type { Decided, DecidingContext, Verdicts } from "./decide-proposals.ts";
import { judgePairs, MOST_JUDGED_PAIRS } from "./judge.ts";
import type { JudgedPair } from "./judge.ts";
import { nearnessOf, WORDS_ONLY } from "./nearness.ts";
import { NEIGHBOURS } from "./neighbours.ts";
import type { Neighbour } from "./neighbours.ts";
import { proposalsOf } from "./proposal.ts";
import type { Proposal } from "./proposal.ts";
import { relate } from "./relate.ts";
import { vectorSource } from "./vector-source.ts";

export interface DeciderOptions {
  store: DecidingContext["store"];
  ids: IdSource;
  /** None: words and slots decide alone. */
  embedders?: Pick<EmbedderRegistry, "current" | "forSpace">;
  /** None: rules decide alone. */
  llms?: Pick<LlmRegistry, "llmFor">;
  /** Milliseconds that a judge has. */
  judgeLimitMs?: number;
}

export interface DecideInput {
  candidates: readonly CaptureCandidate[];
  /** The turns that the candidates cite. */
  turns: readonly Turn[];
  /** What {@link Decider.judge} said of them. */
  verdicts?: Verdicts;
}

export interface DecideMoment {
  /** Epoch milliseconds. */
  at: number;
  signal?: AbortSignal;
  /** Nobody waits for it. */
  patient?: boolean;
}

/** What becomes of the candidates of a window, and why. */
export interface WindowDecision {
  /** To be written in their order, all or none. */
  writes: MemoryWrite[];
  decided: Decided[];
}

/** Decides candidates against what is known. */
export interface Decider {
  /** Asks the judge, in one call, about what is near. Slow: not under the lock of a user. Without a judge, or when it fails: no verdicts. */
  judge(realm: Realm, input: DecideInput, moment: DecideMoment): Promise<Verdicts>;
  /** Whoever writes what it says hands the revision from before this call to the commit: `decideAgain`. */
  decide(realm: Realm, input: DecideInput, moment: DecideMoment): Promise<WindowDecision>;
}

export function createDecider({ store, ids, embedders, llms, judgeLimitMs }: DeciderOptions): Decider {
  const nearness = embedders === undefined ? WORDS_ONLY : nearnessOf(embedders);
  const vectorIn = embedders === undefined ? {} : { vectorIn: vectorSource({ store, embedders }) };
  const contextOf = (realm: Realm, { at, signal, patient = false }: DecideMoment): DecidingContext => ({
    store, realm, at, nearness, nextId: () => ids.next(), patient, ...vectorIn,
    ...(signal === undefined ? {} : { signal }),
  });
  const stamp = (at: number) => ({ at, nextId: () => ids.next() });

  return {
    async decide(realm, { candidates, turns, verdicts }, moment) {
      const decided = await decideProposals(contextOf(realm, moment), proposalsOf(candidates, turns, stamp(moment.at)), verdicts);
      return { decided, writes: decided.flatMap(({ writes }) => writes) };
    },

    async judge(realm, { candidates, turns }, moment) {
      const llm = llms?.llmFor("judge") ?? null;
      if (llm === null || candidates.length === 0) return new Map();
      const context = contextOf(realm, moment);
      const near: NearPair[] = [];
      const proposals = proposalsOf(candidates, turns, stamp(moment.at));
      const neighbours = await neighboursOf(context, proposals);
      for (const [index, proposal] of proposals.entries()) near.push(...(await nearPairs(context, proposal, neighbours[index]!)));
      const asked = near.toSorted((left, right) => right.cosine - left.cosine).slice(0, MOST_JUDGED_PAIRS);
      const { signal } = moment;
      const verdicts = await judgePairs(asked.map(({ pair }) => pair), { llm, ...(signal === undefined ? {} : { signal }), ...(judgeLimitMs === undefined ? {} : { limitMs: judgeLimitMs }) });
      return new Map(asked.flatMap(({ key }, index) => (verdicts[index] == null ? [] : [[key, verdicts[index]] as const])));
    },
  };
}

interface NearPair {
  key: string;
  cosine: number;
  pair: JudgedPair;
}

/** Current memories near a proposal that rules do not settle by themselves. */
async function nearPairs({ nearness, at, signal }: DecidingContext, { reading, hash, project }: Proposal, neighbours: readonly Neighbour[]): Promise<NearPair[]> {
  const knowns = (await toKnowns(neighbours, { at, project })).filter((known) => known.current && known.reading.observedAt <= reading.observedAt);
  const cosines = await nearness.cosines(reading.text, knowns.map((known) => known.reading.text), signal);
  const pairs = knowns.flatMap((known, index): NearPair[] => {
    const cosine = cosines[index] ?? null;
    if (cosine === null || cosine < nearness.thresholds.judged) return [];
    const { relation } = relate(reading, known.reading, { cosine, thresholds: nearness.thresholds, sameProject: known.sameProject });
    if (relation === "same" || relation === "updates") return [];
    return [{ key: verdictKey(hash, known.id), cosine, pair: { older: known.reading.text, newer: reading.text, olderAt: known.reading.observedAt, newerAt: reading.observedAt } }];
  });
  return pairs.toSorted((left, right) => right.cosine - left.cosine).slice(0, NEIGHBOURS);
}
