import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { captureByRules } from "../capture/capture-by-rules.ts";
import { describeText } from "../describe-text.ts";
import type { ThreadReply, ThreadRequest } from "./thread-messages.ts";

/** After recalls, before what nobody waits for. */
const PRIORITY = 5;

// On Linux this is about the thread that asks; elsewhere it would slow down the whole process.
if (process.platform === "linux") setPriority(PRIORITY);

function answer(request: ThreadRequest): ThreadReply {
  try {
    return { id: request.id, result: request.task === "describe" ? request.input.map(describeText) : captureByRules(request.input) };
  } catch {
    return { id: request.id };
  }
}

parentPort!.on("message", (request: ThreadRequest) => parentPort!.postMessage(answer(request)));
