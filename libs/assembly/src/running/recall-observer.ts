import type { RecallObserver } from "@memory-cortex/recall";

import type { Base } from "./base.ts";

/** Figures, spans and log lines of recalls. */
export function recallObserver({ metrics, log, tracing }: Pick<Base, "metrics" | "log" | "tracing">): RecallObserver {
  return {
    stage(stage, milliseconds) {
      metrics.recallStageSeconds.observe({ stage }, milliseconds / 1_000);
      tracing.past(`recall ${stage}`, milliseconds);
    },
    degraded: (part, reason) => metrics.recallDegraded.inc({ part, reason }),
    failed: (part, error) => log.warn({ err: error, part }, "part of recall failed"),
    reranked: (by, outcome) => metrics.recallReranked.inc({ by, outcome }),
    summarised: (outcome) => metrics.recallSummaries.inc({ outcome }),
    synthesised: (outcome) => metrics.narratives.inc({ outcome }),
    prewarmed: (outcome) => metrics.recallPrewarmed.inc({ outcome }),
  };
}
