import { degradedEntry } from "@memory-cortex/models/wire";
import { z } from "zod";

import { NOTICE } from "../untrusted.ts";
import { input, notice } from "./fields.ts";
import { PATIENCE } from "./patience.ts";
import { defineTool, READS } from "./tool.ts";

const explained = z.object({
  id: z.string(), kind: z.string(), text: z.string().describe("Its beginning"), observed_at: z.string(), score: z.number(), relevance: z.number(),
  contributions: z.record(z.string(), z.number()).describe("Shares of the score, by factor"),
  packed: z.boolean().describe("Whether it stands in recall's block"),
  left_out: z.object({ reason: z.string(), by: z.string().optional() }).optional(),
});

/** `explain`: why a question is answered as it is. */
export const explainTool = defineTool({
  name: "explain",
  title: "Explain a recall",
  description: "Why recall answers a question as it does: what each stage found, what made each score, what was left out and why. Give ids in `why` to learn why those are, or are not, in the answer. Use it when the user asks why something was remembered, or was not.",
  input: z.object({
    query: input.query.describe("The question that was, or would be, asked"),
    why: z.array(z.string().min(1)).max(20).optional().describe("Ids of memories or messages to account for"),
    limit: input.limit(10, 50),
  }),
  output: z.object({
    notice,
    receipt_id: z.string(),
    query_terms: z.array(z.string()),
    candidates: z.looseObject({}).describe("How many went on from stage to stage"),
    items: z.array(explained),
    left_out: z.array(explained),
    why: z.array(z.object({ asked: z.string(), id: z.string().nullable(), verdict: z.string(), explanation: z.string(), text: z.string().optional() })).describe("One answer for each id of `why`"),
    degraded: z.array(degradedEntry),
    would_skip: z.string().nullable().describe("Why recall would not search for this"),
    reason: z.string().optional(),
    timings_ms: z.record(z.string(), z.number()),
  }),
  annotations: READS,
  run: async (question, { memory, signal }) => ({ notice: NOTICE, ...((await memory.explain({ ...question, ...PATIENCE }, { signal })) as object) }),
});
