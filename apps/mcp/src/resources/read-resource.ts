import { CortexClientError } from "@memory-cortex/client";

import type { CallOptions, Memory } from "../memory.ts";
import { NOTICE } from "../untrusted.ts";
import { sessionUri, TURNS_A_READ } from "./resource-uri.ts";

/** Null where the realm has nothing of that name: what others have is not there either. */
async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (CortexClientError.isInstance(error) && error.status === 404) return null;
    throw error;
  }
}

/** One memory under the notice, or null. */
export async function readMemory(memory: Memory, id: string, options: CallOptions): Promise<object | null> {
  const found = await orNull(memory.memory(id, options));
  return found === null ? null : { notice: NOTICE, memory: found };
}

/** A page of a session under the notice, with the address of the page after it; null when there is no such session. */
export async function readSession(memory: Memory, { sessionId, after }: { sessionId: string; after: number }, options: CallOptions): Promise<object | null> {
  const page = await orNull(memory.turns({ session_id: sessionId, after, limit: TURNS_A_READ }, options));
  if (page === null) return null;
  return { notice: NOTICE, session_id: sessionId, turns: page.turns, next: page.next_cursor === null ? null : sessionUri(sessionId, Number(page.next_cursor)) };
}
