import { contentHash } from "@memory-cortex/text";

/**
 * What stands for a turn among the tombstones, where a memory has its content hash. With the session: a short answer that was forgotten in one may be
 * given in another.
 */
export function turnTombstone(sessionId: string, turnHash: string): string {
  return contentHash(JSON.stringify(["turn", sessionId, turnHash]));
}
