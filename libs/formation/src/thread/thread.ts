import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { captureByRules } from "../capture/capture-by-rules.ts";
import { describeText } from "../describe-text.ts";
import { namesInTurns } from "../entities/window-names.ts";
import type { ThreadReply, ThreadRequest } from "./thread-messages.ts";

/** After recalls, before what nobody waits for. */
const PRIORITY = 5;

// On Linux this is about the thread that asks; elsewhere it would slow down the whole process.
if (process.platform === "linux") setPriority(PRIORITY);

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
