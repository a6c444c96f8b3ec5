import { z } from "zod";

import { ENTITY_TYPES } from "../records.ts";
import { name, namespace, namespaceList, namespaces, queryInteger, recordId, userId } from "./fields.ts";
import { memoryView } from "./memories.ts";

const whose = { user_id: userId, namespace: namespace.optional(), namespaces: namespaceList.optional() };
const page = { limit: queryInteger(1, 200).default(50), cursor: name(512).optional() };

/** `GET /v1/memories/{id}/history`: every version, oldest first. */
export const historyResponse = z.object({ versions: z.array(memoryView) });

/** Query of `GET /v1/conflicts`. */
export const listConflictsQuery = z.object({ ...whose, ...page });

/** Memories that cannot all be true, and nobody has decided between. */
export const conflictView = z.object({ group: z.string(), memories: z.array(memoryView) });
export type ConflictView = z.infer<typeof conflictView>;
export const listConflictsResponse = z.object({ conflicts: z.array(conflictView), next_cursor: z.string().nullable() });
export type ListConflictsResponse = z.infer<typeof listConflictsResponse>;

export const conflictParams = z.object({ group: recordId });

/** `POST /v1/conflicts/{group}/resolve`: the named memory stands, the others end. */
export const resolveConflictRequest = z.object({ user_id: userId, namespace: namespace.optional(), namespaces: namespaces.optional(), winner: recordId });
export const resolveConflictResponse = z.object({ group: z.string(), winner: z.string(), retired: z.array(z.string()) });
export type ResolveConflictResponse = z.infer<typeof resolveConflictResponse>;

/** Query of `GET /v1/entities`. */
export const listEntitiesQuery = z.object({ ...whose, ...page, query: name(256).optional(), type: z.enum(ENTITY_TYPES).optional() });

export const entityView = z.object({
  id: z.string(),
  namespace: z.string(),
  name: z.string(),
  type: z.enum(ENTITY_TYPES),
  aliases: z.array(z.string()),
  /** The entity that this one was found to be the same as. */
  merged_into: z.string().nullable(),
  /** How many memories and turns mention it. */
  documents: z.number(),
  created_at: z.string(),
});
export type EntityView = z.infer<typeof entityView>;
export const listEntitiesResponse = z.object({ entities: z.array(entityView), next_cursor: z.string().nullable() });
export type ListEntitiesResponse = z.infer<typeof listEntitiesResponse>;

/** A fact about an entity. `valid_*`: true in the world; `created_at`, `retired_at`: known to us. */
export const relationView = z.object({
  id: z.string(),
  subject_id: z.string(),
  predicate: z.string(),
  object_id: z.string().nullable(),
  object: z.string(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  created_at: z.string(),
  retired_at: z.string().nullable(),
  memory_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  confidence: z.number(),
});

/** `GET /v1/entities/{id}`. */
export const entityResponse = z.object({
  entity: entityView,
  /** Entities that were merged into it. */
  merged: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(ENTITY_TYPES) })),
  relations: z.array(relationView),
  memory_ids: z.array(z.string()),
  turn_ids: z.array(z.string()),
});
export type EntityResponse = z.infer<typeof entityResponse>;

/** `POST /v1/entities/{id}/merge`: the two are one and the same. `…/unmerge` takes it back. */
export const mergeEntityRequest = z.object({ user_id: userId, namespace: namespace.optional(), namespaces: namespaces.optional(), into: recordId });
export const unmergeEntityRequest = mergeEntityRequest.omit({ into: true });
export const mergeEntityResponse = z.object({ id: z.string(), merged_into: z.string().nullable() });
