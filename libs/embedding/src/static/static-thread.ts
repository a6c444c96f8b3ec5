import { parentPort, workerData } from "node:worker_threads";

import { CortexError } from "@memory-cortex/models";
import { BACKGROUND_PRIORITY, collectWhenIdle, lowerPriority } from "@memory-cortex/threads";

import { loadStaticModel } from "./static-model.ts";
import type { StaticModel } from "./static-model.ts";
import type { StaticThreadReply, StaticThreadRequest, StaticThreadResult } from "./static-thread-messages.ts";
import { staticTokenCounts, staticVectors } from "./static-vectors.ts";
import { tokenWeights } from "./token-weights.ts";

const { folder } = workerData as { folder: string };
lowerPriority(BACKGROUND_PRIORITY);
collectWhenIdle({ awaited: false });
let loading: Promise<StaticModel> | null = null;
let weights: Float64Array = new Float64Array();

async function perform(request: StaticThreadRequest): Promise<StaticThreadResult> {
  const model = await (loading ??= loadStaticModel(folder));
  if (request.task === "count") return staticTokenCounts(model, request.texts);
  if (request.weighting !== null) weights = tokenWeights(request.weighting, model.background);
  return staticVectors(request.texts, { model, weights, slices: null });
}

async function answer(request: StaticThreadRequest): Promise<StaticThreadReply> {
  try {
    return { id: request.id, result: await perform(request) };
  } catch (error) {
    const { code, detail } = CortexError.isInstance(error) ? error : new CortexError("internal");
    return { id: request.id, failed: { code, detail } };
  }
}

/** One after the other, in the order of asking: a weighting holds for all that follow it. */
let last: Promise<void> = Promise.resolve();
parentPort!.on("message", (request: StaticThreadRequest) => {
  last = last.then(async () => parentPort!.postMessage(await answer(request)));
});
