import { wholeUser } from "@memory-cortex/models";
import type { ExplainRequest, RecallRequest, RecallResponse, SearchRequest, SynthesizeRequest, SynthesizeResponse } from "@memory-cortex/models";
import type { JobHandler } from "@memory-cortex/queue";
import { storedRevisions } from "@memory-cortex/store";

import { Admission } from "./admission.ts";
import { afterGathering, Afterwards, GATHER_MS } from "./afterwards.ts";
import { explain } from "./explain.ts";
import type { Explanation } from "./explain.ts";
import { answerAgain } from "./prewarm/answer-again.ts";
import { keptBefore } from "./prewarm/kept-before.ts";
import type { Keepers } from "./prewarm/kept-before.ts";
import { Prewarmed } from "./prewarm/prewarmed.ts";
import { recall } from "./recall.ts";
import type { RecallOutcome, RecallParts, RecallWish } from "./recall.ts";
import { RerankGate } from "./rerank/rerank-gate.ts";
import { timeLimit } from "./run.ts";
import type { RecallServices } from "./services.ts";
import { Narratives } from "./synthesis/narratives.ts";
import type { KeptNarrative } from "./synthesis/narratives.ts";
import { StoredNarratives } from "./synthesis/stored-narratives.ts";
import { synthesize } from "./synthesis/synthesize.ts";
import { Synthesizer } from "./synthesis/synthesizer.ts";
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
  /**
   * A narrative on a question while the caller waits, with the ids that it rests on. Counts as an access. Throws `not_supported` without a
   * language model, its errors, and `timeout`.
   */
  synthesize(request: SynthesizeRequest, options?: { signal?: AbortSignal }): Promise<SynthesizeResponse>;
  /** Makes narratives for next recalls; without a language model it skips. */
  readonly synthesizeHandler: JobHandler<"synthesize">;
  /** Why these, why not the others, by stage. Leaves no trace in access counts. */
  explain(request: ExplainRequest): Promise<Explanation>;
  /** A receipt as it was written; null when there is none for this user. */
  receipt(userId: string, id: string): Promise<unknown>;
  /** Writes what is still gathered. */
  close(): Promise<void>;
}

type Unarrived<Wish> = Wish extends unknown ? Omit<Wish, "arrivedAt"> : never;
type Wished = Unarrived<RecallWish>;

/** Of one user. Enough to keep this thread and those that search busy. */
const MOST_AT_ONCE = 4;
/** Where questions go to a model outside, recalls mostly wait; those of a model that hangs must not hold up the others. */
const MOST_AT_ONCE_OUTSIDE = 16;

const noModel: JobHandler<"synthesize"> = async () => ({ outcome: "skipped", reason: "no_llm" });

interface Kept extends Keepers {
  prewarmed: Prewarmed;
}

/** What is kept between recalls quotes memories: only where every erasure is seen. */
function keepers({ llm, revisions, store }: RecallServices): Kept | null {
  if (revisions === undefined) return null;
  const prewarmed = new Prewarmed();
  if (revisions === "stored") return { revisions: storedRevisions(store), prewarmed, narratives: llm === undefined ? null : new StoredNarratives(store) };
  const narratives = llm === undefined ? null : new Narratives();
  revisions.onErase((userId) => {
    narratives?.forget(userId);
    prewarmed.forget(userId);
  });
  return { revisions, prewarmed, narratives };
}

function synthesizerOf({ services, narratives, weightings }: RecallParts): Synthesizer | null {
  return services.llm === undefined || narratives === null ? null : new Synthesizer({ services, llm: services.llm, weightings, narratives });
}

export function createRecall(services: RecallServices): RecallService {
  const failed = (part: string, error: unknown) => services.observe?.failed?.(part, error);
  const { gatherMs = GATHER_MS } = services;
  const afterwards = new Afterwards({ store: services.store, gatherMs, failed });
  const kept = keepers(services);
  const reranker = services.reranker === undefined ? null : new RerankGate(services.reranker, services.monotonic);
  const parts: RecallParts = { services, weightings: new WeightingCache(services.store), afterwards, reranker, narratives: kept?.narratives ?? null };
  const synthesizer = synthesizerOf(parts);
  const admission = new Admission(services.embedders.current.every(({ identity }) => identity.weighted) ? MOST_AT_ONCE : MOST_AT_ONCE_OUTSIDE);
  const admitted = (wish: Wished, arrivedAt = services.monotonic()): Promise<RecallOutcome> => admission.run(wish.request.user_id, timeLimit(services, wish.request), () => recall(parts, { ...wish, arrivedAt }));
  const narrativeFor = async (request: RecallRequest): Promise<KeptNarrative | null> => (kept === null ? null : ((await keptBefore(services, kept, { request, arrivedAt: services.monotonic() }))?.narrative ?? null));
  const answered = async (request: RecallRequest): Promise<RecallResponse> => {
    const arrivedAt = services.monotonic();
    const before = kept === null ? null : await keptBefore(services, kept, { request, arrivedAt });
    const found = before === null ? undefined : kept?.prewarmed.find({ request, before }, services.clock.now());
    if (found !== undefined && request.session_id != null) services.observe?.prewarmed?.(typeof found === "string" ? found : "used");
    if (typeof found === "object") return answerAgain(parts, { request, arrivedAt }, found);
    const outcome = await admitted({ mode: "recall", counts: true, request, narrative: before?.narrative ?? null }, arrivedAt);
    if (before !== null) kept?.prewarmed.keep({ request, before }, outcome, { now: services.clock.now(), until: outcome.summary?.until ?? Infinity });
    synthesizer?.after(outcome);
    return outcome.response;
  };
  return {
    recall: answered,
    search: async (request) => (await admitted({ mode: "search", counts: false, request })).response,
    async searchRaw(request) {
      const { trace } = await admitted({ mode: "search", counts: true, request });
      const items = trace.chosen.map(({ document, candidate: { words, meaning }, score }) => ({ id: document.id, score, words, meaning }));
      return { items, searched: trace.candidates.fused };
    },
    synthesize: (request, { signal } = {}) =>
      synthesize({ services, llm: services.llm, recall: (wanted) => admitted({ mode: "recall", counts: true, request: wanted }) }, request, signal),
    synthesizeHandler: synthesizer?.handler ?? noModel,
    async explain(request) {
      const narrative = await narrativeFor(request);
      return explain(await admitted({ mode: "explain", counts: false, request: { ...request, explain: true }, narrative }), request.why);
    },
    async receipt(userId, id) {
      await afterwards.flush();
      const find = () => services.store.getReceipt(wholeUser(userId), id);
      const receipt = (await find()) ?? (services.revisions === "stored" ? await afterGathering(id, { now: services.clock.now(), gatherMs }, find) : null);
      return receipt === null ? null : (JSON.parse(receipt.body) as unknown);
    },
    close: () => afterwards.flush(),
  };
}
