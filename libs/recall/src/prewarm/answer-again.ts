import { openRun } from "../run.ts";
import type { RecallParts, RecallWish } from "../recall.ts";
import { makeReceipt } from "../stages/receipt.ts";
import type { RecallResponse } from "@memory-cortex/models";

import type { KeptAnswer } from "./prewarmed.ts";

/** A kept answer with a receipt of its own, counted as an access like any other. */
export function answerAgain({ services, afterwards }: RecallParts, { request, arrivedAt }: Pick<RecallWish, "request" | "arrivedAt">, kept: KeptAnswer): RecallResponse {
  const run = openRun(services, request, arrivedAt);
  const total = Math.round(run.deadline.elapsedMs() * 1_000) / 1_000;
  run.degraded.push(...kept.response.degraded);
  Object.assign(run.timings, { prewarmed: total, total });
  const touched = kept.trace.chosen.filter(({ document }) => document.kind === "memory").map(({ document }) => document.id);
  afterwards.add({ userId: request.user_id, at: services.clock.now(), touched, receipt: (at) => makeReceipt(run, { ...kept.trace, answeredBefore: kept.response.receipt_id }, at) });
  return { ...kept.response, receipt_id: run.receiptId, timings_ms: run.timings };
}
