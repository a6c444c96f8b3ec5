import { MEMORY_TYPES } from "@memory-cortex/models";
import { z } from "zod";

import { readTimeline } from "../timeline/read-timeline.ts";
import { timelineEntry } from "../timeline/timeline-entry.ts";
import { NOTICE } from "../untrusted.ts";
import { input, notice } from "./fields.ts";
import { defineTool, READS } from "./tool.ts";

/** `timeline`: what was said or learnt, in the order of time. */
export const timelineTool = defineTool({
  name: "timeline",
  title: "Timeline",
  description: "What was said or learnt, in the order of time, oldest first. With session_id: one conversation, word for word; with around, the messages before and after one of its messages, to see what a find of recall or search was about. With query: what memory holds on a topic as it happened, what is no longer true included. With neither: the newest memories. since and until bound all of these. Use it for when and in what order things happened, and for what stood around a message.",
  input: z.object({
    query: input.query.optional().describe("A topic"),
    session_id: z.string().min(1).max(256).optional().describe("A conversation"),
    around: z.string().min(1).optional().describe("Id of a message of session_id: what was said before and after it"),
    type: z.enum(MEMORY_TYPES).optional().describe("Only memories of this type; not with session_id"),
    since: input.time.optional().describe("Nothing before, ISO 8601 with zone"),
    until: input.time.optional().describe("Nothing from then on, ISO 8601 with zone"),
    limit: input.limit(20, 200).describe("Most entries"),
  }),
  output: z.object({ notice, entries: z.array(timelineEntry), more: z.boolean().describe("Whether there is more than these") }),
  annotations: READS,
  run: async (asked, call) => ({ notice: NOTICE, ...(await readTimeline(asked, call)) }),
});
