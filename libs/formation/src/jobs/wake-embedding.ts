import { EMBED_DEBOUNCE } from "../conversations/wake-workers.ts";
import { silentLog } from "../formation-log.ts";
import type { CaptureServices } from "./capture-services.ts";

/** New memories want vectors. A queue that fails loses nothing: reconcile finds what is missing. */
export async function wakeEmbedding({ queue, log = silentLog }: Pick<CaptureServices, "queue" | "log">, userId: string): Promise<void> {
  try {
    await queue.enqueue("embed", { user_id: userId }, EMBED_DEBOUNCE);
  } catch (error) {
    log.warn({ err: error }, "could not wake a worker; reconcile will");
  }
}
