import { z } from "zod";

import { NOTICE } from "../untrusted.ts";
import { answerNotes, foundItem, input, notice } from "./fields.ts";
import { PATIENCE } from "./patience.ts";
import { defineTool, READS } from "./tool.ts";

/** `search`: single finds with their scores and ids. */
export const searchTool = defineTool({
  name: "search",
  title: "Search memory",
  description: "Single finds with scores and ids, best first. Use it to look for particular memories or messages: to get ids for forget, timeline or a supersedes of remember, or to filter by kind, type or tag. To answer a question, use recall.",
  input: z.object({
    query: input.query.describe("Words or a question"),
    limit: input.limit(10, 200).describe("Most items"),
    kinds: input.kinds,
    types: input.types,
    tags: input.tags,
    as_of: input.time.optional().describe("What was true then, ISO 8601 with zone"),
    include_history: z.boolean().default(false).describe("Also what is no longer true"),
  }),
  output: z.object({ notice, items: z.array(foundItem), ...answerNotes }),
  annotations: READS,
  run: async (question, { memory, signal }) => ({ notice: NOTICE, ...(await memory.search({ ...question, ...PATIENCE }, { signal })) }),
});
