import { join } from "node:path";

import { jsonFile } from "../state/json-file.ts";
import type { CapturePlan, SpoolEntry } from "./plan-capture.ts";
import type { Watermark } from "./watermark.ts";

/** Watermarks of sessions and the pieces that wait, in one file: a piece waits exactly when its turns are marked as captured. */
export interface Spool {
  /** Plans with the session's watermark and writes the outcome, in one step that no other process comes between. */
  take(sessionKey: string, plan: (watermark: Watermark | undefined) => CapturePlan): Promise<{ plan: CapturePlan; dropped: number }>;
  /** Marks where a session stood before its first turn with us. */
  begin(sessionKey: string, watermark: Watermark): Promise<void>;
  /** The oldest first. */
  waiting(): Promise<SpoolEntry[]>;
  /** What the service has, or never will. */
  remove(ids: ReadonlySet<string>, outcome: "sent" | "dropped"): Promise<void>;
  status(): Promise<{ waiting: number; bytes: number; oldestAt: number | null; dropped: number }>;
}

export interface SpoolLimits {
  spoolMaxEntries: number;
  spoolMaxBytes: number;
}

interface SpoolContent {
  version: 1;
  sessions: Record<string, Watermark>;
  entries: SpoolEntry[];
  /** Pieces that were ever dropped. */
  dropped: number;
}

/** A watermark is some 3 kB; sessions that nobody continued for longest are forgotten first. */
const MOST_SESSIONS = 500;

export function createSpool({ folder, limits, log }: { folder: string; limits: () => SpoolLimits; log: (sentence: string) => void }): Spool {
  const file = jsonFile<SpoolContent>({ path: join(folder, "spool.json"), empty: () => ({ version: 1, sessions: {}, entries: [], dropped: 0 }), parse, log });
  return {
    take: (sessionKey, plan) =>
      file.change((content) => {
        const made = plan(content.sessions[sessionKey]);
        const known = new Set(content.entries.map(({ id }) => id));
        const bounded = withinLimits([...content.entries, ...made.entries.filter(({ id }) => !known.has(id))], limits());
        const sessions = newest({ ...content.sessions, [sessionKey]: made.watermark });
        return { value: { version: 1, sessions, entries: bounded.entries, dropped: content.dropped + bounded.dropped }, result: { plan: made, dropped: bounded.dropped } };
      }),
    begin: (sessionKey, watermark) =>
      file.change((content) =>
        content.sessions[sessionKey] === undefined ? { value: { ...content, sessions: newest({ ...content.sessions, [sessionKey]: watermark }) }, result: undefined } : { value: content, result: undefined },
      ),
    waiting: async () => (await file.read()).entries,
    remove: (ids, outcome) =>
      file.change((content) => {
        const entries = content.entries.filter(({ id }) => !ids.has(id));
        const gone = content.entries.length - entries.length;
        return { value: { ...content, entries, dropped: content.dropped + (outcome === "dropped" ? gone : 0) }, result: undefined };
      }),
    status: async () => {
      const { entries, dropped } = await file.read();
      return { waiting: entries.length, bytes: bytesOf(entries), oldestAt: entries[0]?.at ?? null, dropped };
    },
  };
}

const bytesOf = (entries: readonly SpoolEntry[]): number => entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);

/** What was said last is worth most: the oldest pieces go. */
function withinLimits(entries: readonly SpoolEntry[], { spoolMaxEntries, spoolMaxBytes }: SpoolLimits): { entries: SpoolEntry[]; dropped: number } {
  let room = spoolMaxBytes;
  let from = entries.length;
  while (from > 0 && entries.length - from < spoolMaxEntries) {
    room -= Buffer.byteLength(JSON.stringify(entries[from - 1]));
    if (room < 0) break;
    from -= 1;
  }
  return { entries: entries.slice(from), dropped: from };
}

function newest(sessions: Record<string, Watermark>): Record<string, Watermark> {
  const all = Object.entries(sessions);
  if (all.length <= MOST_SESSIONS) return sessions;
  return Object.fromEntries(all.toSorted(([, one], [, other]) => other.at - one.at).slice(0, MOST_SESSIONS));
}

function parse(json: unknown): SpoolContent | null {
  if (typeof json !== "object" || json === null) return null;
  const { version, sessions, entries, dropped } = json as Partial<SpoolContent>;
  const isWhole = version === 1 && typeof sessions === "object" && sessions !== null && Array.isArray(entries) && typeof dropped === "number";
  return isWhole ? { version, sessions, entries, dropped } : null;
}
