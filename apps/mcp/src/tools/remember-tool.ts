import { LIFETIMES, MEMORY_TYPES } from "@memory-cortex/models";
import { rememberResponse } from "@memory-cortex/models/wire";
import { z } from "zod";

import { input } from "./fields.ts";
import { ADDS, defineTool } from "./tool.ts";

/** Where it came from, so that all that came this way can be found and forgotten again. */
const SOURCE = "mcp";

/** `remember`: keeps one statement. */
export const rememberTool = defineTool({
  name: "remember",
  title: "Remember",
  description: "Keep one statement for later conversations. Use it when the user asks to remember something, or tells something that will matter again: a preference, a decision, a fact about people or projects, how something is to be done. One self-contained sentence a call, with names instead of pronouns. Do not keep secrets, or what only matters now. What is known already is not kept twice; what changed takes the place of what was true before.",
  input: z.object({
    content: z.string().min(1).max(20_000).describe("The statement, understandable on its own"),
    type: z.enum(MEMORY_TYPES).optional().describe("fact (default), preference, episode (something that happened), procedure (how to do something), rule (what must always or never be done)"),
    tags: z.array(z.string().min(1).max(64)).max(32).optional(),
    importance: z.number().min(0).max(1).optional().describe("0 to 1, .5 by default"),
    lifetime: z.enum(LIFETIMES).optional().describe("permanent by default; ttl needs ttl_seconds"),
    ttl_seconds: z.int().min(1).optional().describe("Forget by itself after this many seconds"),
    observed_at: input.time.optional().describe("When it was said or seen, ISO 8601 with zone; now by default"),
    valid_from: input.time.optional().describe("Since when it is true, ISO 8601 with zone"),
    valid_to: input.time.optional().describe("Until when it is true, ISO 8601 with zone"),
    supersedes: z.string().optional().describe("Id of the memory that this one takes the place of"),
  }),
  output: rememberResponse,
  annotations: ADDS,
  run: (statement, { memory, signal }) => memory.remember({ ...statement, source: SOURCE }, { signal }),
});
