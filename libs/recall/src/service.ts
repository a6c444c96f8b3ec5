import { wholeUser } from "@memory-cortex/models";
import type { ExplainRequest, RecallRequest, RecallResponse, SearchRequest } from "@memory-cortex/models";

import { Admission } from "./admission.ts";
import { Afterwards } from "./afterwards.ts";
import { explain } from "./explain.ts";
import type { Explanation } from "./explain.ts";
import { recall } from "./recall.ts";
import type { RecallOutcome, RecallWish } from "./recall.ts";
import { timeLimit } from "./run.ts";
import type { RecallServices } from "./services.ts";
import { WeightingCache } from "./weighting-cache.ts";

/** A found document with the raw scores of the legs. */
export interface RawItem {
  id: string;
  score: number;
  /** BM25, borrowed words included. */
  words: number;
  /** Smoothed cosine by embedding space. */
  meaning: Record<string, number>;
}

/** What the HTTP routes and the command line ask of recall. */
export interface RecallService {
  recall(request: RecallRequest): Promise<RecallResponse>;
  /** The same candidates and scores without packing. Leaves no trace in access counts. */
  search(request: SearchRequest): Promise<RecallResponse>;
  /** What the older routes show: ids with the scores of each leg, and how many candidates there were. Counts as an access. */
  searchRaw(request: SearchRequest): Promise<{ items: RawItem[]; searched: number }>;
  /** Why these, why not the others, by stage. Leaves no trace in access counts. */
  explain(request: ExplainRequest): Promise<Explanation>;
  /** A receipt as it was written; null when there is none for this user. */
  receipt(userId: string, id: string): Promise<unknown>;
  /** Writes what is still gathered. */
  close(): Promise<void>;
}

type Unarrived<Wish> = Wish extends unknown ? Omit<Wish, "arrivedAt"> : never;
type Wished = Unarrived<RecallWish>;

/** Enough to keep this thread and those that search busy. */
const MOST_AT_ONCE = 4;
/** Where questions go to a model outside, recalls mostly wait; those of a model that hangs must not hold up the others. */
const MOST_AT_ONCE_OUTSIDE = 16;

export function createRecall(services: RecallServices): RecallService {
  const failed = (part: string, error: unknown) => services.observe?.failed?.(part, error);
  const afterwards = new Afterwards({ store: services.store, failed });
  const parts = { services, weightings: new WeightingCache(services.store), afterwards };
  const admission = new Admission(services.embedders.current.every(({ identity }) => identity.weighted) ? MOST_AT_ONCE : MOST_AT_ONCE_OUTSIDE);
  const admitted = (wish: Wished): Promise<RecallOutcome> => {
    const arrivedAt = services.monotonic();
    return admission.run(timeLimit(services, wish.request), () => recall(parts, { ...wish, arrivedAt }));
  };
  return {
    recall: async (request) => (await admitted({ mode: "recall", counts: true, request })).response,
    search: async (request) => (await admitted({ mode: "search", counts: false, request })).response,
    async searchRaw(request) {
      const { trace } = await admitted({ mode: "search", counts: true, request });
      const items = trace.chosen.map(({ document, candidate: { words, meaning }, score }) => ({ id: document.id, score, words, meaning }));
      return { items, searched: trace.candidates.fused };
    },
    explain: async (request) => explain(await admitted({ mode: "explain", counts: false, request: { ...request, explain: true } }), request.why),
    async receipt(userId, id) {
      await afterwards.flush();
      const receipt = await services.store.getReceipt(wholeUser(userId), id);
      return receipt === null ? null : (JSON.parse(receipt.body) as unknown);
    },
    close: () => afterwards.flush(),
  };
}
