import { parentPort } from "node:worker_threads";

import { collectWhenIdle, lowerPriority } from "@memory-cortex/threads";

import { captureByRules } from "../capture/capture-by-rules.ts";
import { describeText } from "../describe-text.ts";
import { namesInTurns } from "../entities/window-names.ts";
import type { ThreadReply, ThreadRequest } from "./thread-messages.ts";

/** After recalls, before what nobody waits for. */
const PRIORITY = 5;

lowerPriority(PRIORITY);
collectWhenIdle({ awaited: false });

function resultOf(request: ThreadRequest): NonNullable<ThreadReply["result"]> {
  switch (request.task) {
    case "describe":
      return request.input.map(describeText);
    case "capture":
      return captureByRules(request.input);
    case "names":
      return namesInTurns(request.input);
  }
}

function answer(request: ThreadRequest): ThreadReply {
  try {
    return { id: request.id, result: resultOf(request) };
  } catch {
    return { id: request.id };
  }
}

parentPort!.on("message", (request: ThreadRequest) => parentPort!.postMessage(answer(request)));
