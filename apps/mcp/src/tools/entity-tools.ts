import { ENTITY_TYPES } from "@memory-cortex/models";
import { entityResponse, entityView, relationView } from "@memory-cortex/models/wire";
import { z } from "zod";

import { NOTICE } from "../untrusted.ts";
import { input, notice } from "./fields.ts";
import { defineTool, READS } from "./tool.ts";

const entity = entityView.pick({ id: true, name: true, type: true, aliases: true, documents: true, merged_into: true });

/** `entity_search`: whom and what memory knows. */
export const entitySearchTool = defineTool({
  name: "entity_search",
  title: "Find entities",
  description: "People, projects, organisations, places, systems and more that memory knows, by the beginning of a name or alias. Use it to find out whom or what a name means, and to get the id for entity_get.",
  input: z.object({
    query: z.string().min(1).max(256).optional().describe("How a name or alias begins; all without it"),
    type: z.enum(ENTITY_TYPES).optional(),
    limit: input.limit(20, 200),
    cursor: z.string().optional().describe("next_cursor of the page before"),
  }),
  output: z.object({ notice, entities: z.array(entity), next_cursor: z.string().nullable() }),
  annotations: READS,
  run: async (page, { memory, signal }) => ({ notice: NOTICE, ...(await memory.entities(page, { signal })) }),
});

const relation = relationView.pick({ subject_id: true, predicate: true, object_id: true, object: true, valid_from: true, valid_to: true, retired_at: true, memory_id: true, turn_id: true, confidence: true });

/** `entity_get`: one of them with its facts. */
export const entityGetTool = defineTool({
  name: "entity_get",
  title: "One entity",
  description: "One entity with the facts about it, and the ids of memories and messages that mention it. Use it after entity_search for what is known about one person, project or thing, and how it relates to others.",
  input: z.object({ id: z.string().min(1).max(64).describe("Id from entity_search") }),
  output: z.object({ notice, ...entityResponse.shape, entity, relations: z.array(relation) }),
  annotations: READS,
  run: async ({ id }, { memory, signal }) => ({ notice: NOTICE, ...(await memory.entity(id, { signal })) }),
});
