import { createHash } from "node:crypto";

/** How far one session has been captured. */
export interface Watermark {
  /** Fingerprints of the last messages that were seen, oldest first. */
  tail: string[];
  /** Turns that were captured so far: each has its number. */
  count: number;
  /** Hosts may begin a new one after /new and after some compactions; some keep it. */
  sessionId: string | null;
  /** Epoch milliseconds of the last change. */
  at: number;
}

/** So many last messages are enough to find one's place again, also after a compaction left a few. */
export const LONGEST_TAIL = 120;
/** A session of thousands of messages is looked through from its end. */
const LONGEST_LOOK = 600;

/** Who said what; times are left out, because hosts change them when they write a session down. */
export const fingerprint = (role: string, text: string): string => createHash("sha256").update(`${role}\0${text.trim()}`).digest("hex").slice(0, 16);

/**
 * Index of the first message that was not seen before. The whole session is told each turn; messages may be missing from it (dropped
 * after an error, compacted away) or stand in front of it (a summary), so the place is where the longest common sequence with what was
 * seen ends, and where that can end at several places, the first: a message said again is new.
 */
export function firstNew(prints: readonly string[], watermark: Watermark, sessionId: string | null): number {
  const skipped = Math.max(0, prints.length - LONGEST_LOOK);
  const { end, common } = endOfLongestCommon(watermark.tail, prints.slice(skipped));
  if (common === 0) return 0;
  // Hosts may keep the id when the conversation begins anew: a lone "Understood." behind what was never seen is said again, not carried over.
  // Under a new session id, what was carried over stands together at the beginning; a greeting said again is a greeting.
  const isCarriedOver = watermark.sessionId === sessionId ? common >= 2 || end === 1 : common >= 2 && common * 2 >= end;
  return isCarriedOver ? skipped + end : 0;
}

/** How long the longest common subsequence is, and the length of the shortest beginning of `now` that has it. */
function endOfLongestCommon(seen: readonly string[], now: readonly string[]): { end: number; common: number } {
  let above = new Uint16Array(now.length + 1);
  for (const print of seen) {
    const row = new Uint16Array(now.length + 1);
    for (let index = 1; index <= now.length; index += 1) {
      row[index] = now[index - 1] === print ? above[index - 1]! + 1 : Math.max(above[index]!, row[index - 1]!);
    }
    above = row;
  }
  return { end: above.indexOf(above[now.length]!), common: above[now.length]! };
}

/** The watermark once all messages have been seen. */
export function watermarkAfter(prints: readonly string[], { count, sessionId, now }: { count: number; sessionId: string | null; now: number }): Watermark {
  return { tail: prints.slice(-LONGEST_TAIL), count, sessionId, at: now };
}
