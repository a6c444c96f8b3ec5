import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { CortexError } from "@memory-cortex/models";
import type { FromThread, ThreadSettings, ToThread } from "../thread-messages.ts";
import { DIMENSION } from "../transformer-model.ts";
import { openSession } from "./open-session.ts";
import type { EmbedText } from "./open-session.ts";
import { WorkList } from "./work-list.ts";

const port = parentPort!;
const work = new WorkList();
let embedText: EmbedText | null = null;
let running = false;
let ending = false;

function say(message: FromThread, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

/** Ends this thread, now that the runtime is not at work in it. What is left undone is the caller's to hear of. */
function endIfTold(): void {
  if (ending) process.exit(0);
}

/** One text after the other. Messages are read between two, so that a question waits for at most one text. */
async function run(): Promise<void> {
  if (running || embedText === null) return;
  running = true;
  for (let next = work.next(); next !== null; next = work.next()) {
    const { id, text } = next;
    try {
      const vectors = work.put(id, await embedText(text));
      if (vectors !== null) say({ type: "done", id, vectors }, vectors.flatMap((vector) => (vector === null ? [] : [vector.buffer as ArrayBuffer])));
    } catch {
      // What the runtime says may quote the text.
      work.cancel(id);
      say({ type: "broken", id, detail: "The transformer broke on a text" });
    }
    await setImmediate();
    endIfTold();
  }
  running = false;
}

port.on("message", (message: ToThread) => {
  if (message.type === "end") ending = true;
  else if (message.type === "cancel") work.cancel(message.id);
  else work.add(message);
  if (!running && embedText !== null) endIfTold();
  void run();
});

try {
  const opened = await openSession(workerData as ThreadSettings);
  // The first run is slow; nobody waits for this one.
  await opened("warm");
  endIfTold();
  embedText = opened;
  say({ type: "ready", dimension: DIMENSION });
  void run();
} catch (error) {
  const { code, detail } = CortexError.isInstance(error) ? error : new CortexError("model_corrupt", { detail: "The transformer does not run" });
  say({ type: "failed", code, detail });
  port.close();
}
