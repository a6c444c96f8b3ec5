import { CortexClientError } from "@memory-cortex/client";
import type { CallOptions } from "@memory-cortex/client";

import type { ToolCall } from "./tool.ts";

/** A model waits: longer than a recall in a prompt may take, shorter than a person's patience. */
const READING_MS = 8_000;
const WRITING_MS = 15_000;

export function reading({ signal }: Pick<ToolCall, "signal">): CallOptions {
  return { timeoutMs: READING_MS, retries: 1, ...(signal === undefined ? {} : { signal }) };
}

export function writing({ signal }: Pick<ToolCall, "signal">, timeoutMs = WRITING_MS): CallOptions {
  return { timeoutMs, ...(signal === undefined ? {} : { signal }) };
}

/** Nothing was ever remembered for this user: for a reader an empty memory, no trouble. */
export async function orEmpty<Answer>(asked: Promise<Answer>, empty: Answer): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, "unknown_user")) return empty;
    throw error;
  }
}

/** Null where the record is not there, or belongs to somebody else. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, "unknown_user") || hasCode(error, "not_found")) return null;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean => CortexClientError.isInstance(error) && error.code === code;
