import { z } from "zod";

import { NOTICE } from "../untrusted.ts";
import { answerNotes, foundItem, input, notice } from "./fields.ts";
import { PATIENCE } from "./patience.ts";
import { defineTool, READS } from "./tool.ts";

/** A question that a model asks on purpose deserves more than what is put before every prompt. */
const TOKENS = 1_000;
const MOST_TOKENS = 8_000;
/** Characters a token may have, at most, in any language: the budget of tokens is to be the limit. */
const CHARACTERS_A_TOKEN = 8;

const output = z.object({ notice, context: z.string().describe("The finds as one block to read, with dates and speakers"), items: z.array(foundItem.omit({ text: true })), ...answerNotes });

/** Why there is nothing to read, for a model that would else guess. */
function nothing({ skipped, reason, degraded }: z.infer<typeof output>): string {
  if (skipped?.reason === "unknown_user") return "Memory is empty: nothing has been remembered here yet.";
  if (skipped !== null) return `Memory was not searched: ${skipped.reason}.`;
  if (degraded.length > 0) return `Nothing was found, but not all of memory could be searched (${degraded.map(({ part, reason: why }) => `${part}: ${why}`).join(", ")}).`;
  return `Nothing in memory fits${reason === undefined ? "" : ` (${reason})`}.`;
}

/** `recall`: what memory holds on a question, ready to read. */
export const recallTool = defineTool({
  name: "recall",
  title: "Recall",
  description: "What long-term memory holds on a question, best first, as a block to read: statements, and what was said in earlier conversations, with dates and speakers. Use it before answering about the user, their people, projects, preferences, plans or the past, and whenever they refer to something said before. Ask a full question, with names and times where you know them.",
  input: z.object({
    query: input.query.describe("The question, in full"),
    limit: input.limit(15, 200).describe("Most items"),
    budget_tokens: z.int().min(50).max(MOST_TOKENS).default(TOKENS).describe("Most tokens of the block"),
    types: input.types,
    as_of: input.time.optional().describe("What was true then, ISO 8601 with zone"),
    include_history: z.boolean().default(false).describe("Also what is no longer true"),
  }),
  output,
  annotations: READS,
  run: async ({ budget_tokens, ...question }, { memory, signal }) => {
    const { context = "", ...answer } = await memory.recall({ ...question, ...PATIENCE, budget_tokens, max_chars: budget_tokens * CHARACTERS_A_TOKEN }, { signal });
    return { notice: NOTICE, context, ...answer };
  },
  text: (answer) => (answer.context === "" ? nothing(answer) : answer.context),
});
