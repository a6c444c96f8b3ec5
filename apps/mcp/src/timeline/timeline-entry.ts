import type { Answer } from "@memory-cortex/client";
import { z } from "zod";

/** One thing that was said or learnt. */
export const timelineEntry = z.object({
  at: z.string(),
  kind: z.string().describe("memory, turn or chunk"),
  id: z.string(),
  text: z.string(),
  speaker: z.string().nullable().optional(),
  session_id: z.string().nullable().optional(),
  type: z.string().optional(),
  ended: z.string().optional().describe("Since when it is no longer true"),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

type Find = Answer<"search">["items"][number];
type Memory = Answer<"listMemories">["memories"][number];
type Turn = Answer<"listTurns">["turns"][number];

/** Fields without a value would only cost the model tokens. */
function entry(fields: { [Name in keyof TimelineEntry]: TimelineEntry[Name] | null | undefined } & Pick<TimelineEntry, "at" | "kind" | "id" | "text">): TimelineEntry {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as TimelineEntry;
}

export function entryOfFind({ id, kind, text, observed_at, episode_start, speaker, session_id, type, valid_to }: Find): TimelineEntry {
  return entry({ at: episode_start ?? observed_at, kind, id, text, speaker, session_id, type, ended: valid_to });
}

export function entryOfMemory({ id, content, observed_at, episode_start, speaker, session_id, type, valid_to, retired_at }: Memory): TimelineEntry {
  return entry({ at: episode_start ?? observed_at, kind: "memory", id, text: content, speaker, session_id, type, ended: valid_to ?? retired_at });
}

export function entryOfTurn({ id, text, speaker, role, observed_at }: Turn, sessionId: string): TimelineEntry {
  return entry({ at: observed_at, kind: "turn", id, text, speaker: speaker ?? role, session_id: sessionId });
}
