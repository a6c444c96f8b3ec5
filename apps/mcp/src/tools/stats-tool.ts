import { statsResponse } from "@memory-cortex/models/wire";
import { z } from "zod";

import { defineTool, READS } from "./tool.ts";

/** `stats`: how much is kept. */
export const statsTool = defineTool({
  name: "stats",
  title: "Memory statistics",
  description: "How much memory holds: memories by type and lifetime, sessions and messages, entities, open conflicts, work that is still to be done. Use it when the user asks about the state of their memory.",
  input: z.object({}),
  output: statsResponse.omit({ language_models: true }),
  annotations: READS,
  run: (_nothing, { memory, signal }) => memory.stats({ signal }),
});
