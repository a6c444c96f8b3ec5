import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 10];

/** Jobs of one name by state, as the queue reports them. */
export type QueueDepths = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface MetricsOptions {
  /** Also memory, event loop and garbage collection of the process; off in tests. */
  process?: boolean;
}

/** What the service counts. Labels are names of routes, legs, jobs and reasons: never a user, an id or text. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds; `route` is the pattern ("/v1/memories/{id}"), not the path. */
  readonly httpSeconds: Histogram<"method" | "route" | "status">;
  readonly recallStageSeconds: Histogram<"stage">;
  readonly recallDegraded: Counter<"part" | "reason">;
  /** Reranking, by what became of it: "apart" means that the order was clear and nobody was asked. */
  readonly recallReranked: Counter<"by" | "outcome">;
  /** Narratives of earlier recalls that were looked at, by what became of them. */
  readonly recallSummaries: Counter<"outcome">;
  /** Narratives that were to be made in the background. */
  readonly narratives: Counter<"outcome">;
  /** Answers looked for among those kept for the same question, by whether there was one. */
  readonly recallPrewarmed: Counter<"outcome">;
  /** Requests to language models, each attempt. */
  readonly llmCalls: Counter<"purpose" | "model" | "outcome">;
  readonly llmSeconds: Histogram<"purpose" | "model">;
  /** `kind` is input, output, cache_read or cache_write. */
  readonly llmTokens: Counter<"purpose" | "model" | "kind">;
  /** US dollars, of calls whose price is known. */
  readonly llmCost: Counter<"purpose" | "model">;
  readonly jobs: Counter<"job" | "outcome">;
  readonly jobSeconds: Histogram<"job">;
  readonly embeddingSeconds: Histogram<"embedder" | "kind">;
  readonly embeddedTexts: Counter<"embedder" | "kind">;
  readonly embeddingFailures: Counter<"embedder" | "code">;
  /** Asked at each scrape; until it is set the gauge is empty. */
  observeQueue(depth: () => Promise<QueueDepths>): void;
}

function observedQueue(registry: Registry): Metrics["observeQueue"] {
  let source: (() => Promise<QueueDepths>) | null = null;
  new Gauge({
    name: "cortex_queue_jobs",
    help: "Jobs in the queue by state; oldestDueMs is the age of the oldest job that is due, in milliseconds",
    labelNames: ["job", "state"],
    registers: [registry],
    async collect() {
      if (source === null) return;
      const depths = await source().catch((): QueueDepths => ({}));
      this.reset();
      for (const [job, states] of Object.entries(depths)) for (const [state, value] of Object.entries(states)) this.set({ job, state }, value);
    },
  });
  return (depth) => void (source = depth);
}

/** A registry of its own, so that several services can run in one process. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({ name: "cortex_http_request_seconds", help: "Time to answer a request", labelNames: ["method", "route", "status"], buckets: SECONDS, registers }),
    recallStageSeconds: new Histogram({ name: "cortex_recall_stage_seconds", help: "Time of a stage of recall", labelNames: ["stage"], buckets: SECONDS, registers }),
    recallDegraded: new Counter({ name: "cortex_recall_degraded_total", help: "Parts left out of a recall", labelNames: ["part", "reason"], registers }),
    recallReranked: new Counter({ name: "cortex_recall_reranked_total", help: "Recalls that passed reranking, by its outcome", labelNames: ["by", "outcome"], registers }),
    recallSummaries: new Counter({ name: "cortex_recall_summaries_total", help: "Kept narratives that a recall looked at, by outcome", labelNames: ["outcome"], registers }),
    narratives: new Counter({ name: "cortex_narratives_total", help: "Narratives to be made after a recall, by outcome", labelNames: ["outcome"], registers }),
    recallPrewarmed: new Counter({ name: "cortex_recall_prewarmed_total", help: "Kept answers that a recall looked for, by outcome", labelNames: ["outcome"], registers }),
    llmCalls: new Counter({ name: "cortex_llm_calls_total", help: "Requests to language models, each attempt", labelNames: ["purpose", "model", "outcome"], registers }),
    llmSeconds: new Histogram({ name: "cortex_llm_seconds", help: "Time of a request to a language model", labelNames: ["purpose", "model"], buckets: [...SECONDS, 30, 60, 120], registers }),
    llmTokens: new Counter({ name: "cortex_llm_tokens_total", help: "Tokens of requests to language models", labelNames: ["purpose", "model", "kind"], registers }),
    llmCost: new Counter({ name: "cortex_llm_cost_usd_total", help: "Cost of requests to language models whose price is known, US dollars", labelNames: ["purpose", "model"], registers }),
    jobs: new Counter({ name: "cortex_jobs_total", help: "Runs of background jobs", labelNames: ["job", "outcome"], registers }),
    jobSeconds: new Histogram({ name: "cortex_job_seconds", help: "Time of a run of a background job", labelNames: ["job"], buckets: [...SECONDS, 60, 300], registers }),
    embeddingSeconds: new Histogram({ name: "cortex_embedding_seconds", help: "Time of a call to an embedder", labelNames: ["embedder", "kind"], buckets: SECONDS, registers }),
    embeddedTexts: new Counter({ name: "cortex_embedded_texts_total", help: "Texts that got a vector", labelNames: ["embedder", "kind"], registers }),
    embeddingFailures: new Counter({ name: "cortex_embedding_failures_total", help: "Failed calls to an embedder", labelNames: ["embedder", "code"], registers }),
    observeQueue: observedQueue(registry),
  };
}
