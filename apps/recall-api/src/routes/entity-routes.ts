import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { entityResponse, listEntitiesQuery, listEntitiesResponse, mergeEntityRequest, mergeEntityResponse, oneRecordParams, oneRecordQuery, toIso, toIsoOrNull, unmergeEntityRequest } from "@memory-cortex/models/wire";
import type { Entity, EntityResponse, EntityView, Relation } from "@memory-cortex/models";

import type { RecallApiServices } from "../services.ts";

const TAG = "Entities";

function toEntityView(entity: Entity): EntityView {
  const { id, namespace, name, type, aliases, documents, mergedInto, createdAt } = entity;
  return { id, namespace, name, type, aliases, merged_into: mergedInto, documents, created_at: toIso(createdAt) };
}

function toRelationView(relation: Relation): EntityResponse["relations"][number] {
  const { id, predicate, object, confidence } = relation;
  return {
    id, subject_id: relation.subjectId, predicate, object_id: relation.objectId, object, valid_from: toIsoOrNull(relation.validFrom), valid_to: toIsoOrNull(relation.validTo),
    created_at: toIso(relation.createdAt), retired_at: toIsoOrNull(relation.retiredAt), memory_id: relation.memoryId, turn_id: relation.turnId, confidence,
  };
}

/** Whom and what memory knows, with the facts about them. */
export function entityRoutes(services: Pick<RecallApiServices, "store">): Route[] {
  return [...readRoutes(services), ...mergeRoutes(services)];
}

function readRoutes({ store }: Pick<RecallApiServices, "store">): Route[] {
  return [
    userRoute({
      method: "GET", path: "/v1/entities", summary: "People, places, projects and more that memory knows", tag: TAG, role: "read", user: "known",
      query: listEntitiesQuery,
      answers: { 200: { description: "One page", schema: listEntitiesResponse } },
      whenUnknownUser: { entities: [] },
      handle: async ({ query, realm }) => {
        const { items, next } = await store.listEntities(realm, {
          limit: query.limit,
          ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
          ...(query.query === undefined ? {} : { query: query.query }),
          ...(query.type === undefined ? {} : { type: query.type }),
        });
        return { body: { entities: items.map(toEntityView), next_cursor: next } };
      },
    }),
    userRoute({
      method: "GET", path: "/v1/entities/{id}", summary: "One entity with its facts", tag: TAG, role: "read", user: "known",
      params: oneRecordParams, query: oneRecordQuery,
      answers: { 200: { description: "The entity, the facts about it, and what mentions it", schema: entityResponse } },
      handle: async ({ params, realm }) => {
        const found = await store.getEntity(realm, params.id);
        if (found === null) throw new CortexError("not_found");
        const { entity, merged, relations, memoryIds, turnIds } = found;
        return { body: { entity: toEntityView(entity), merged, relations: relations.map(toRelationView), memory_ids: memoryIds, turn_ids: turnIds } };
      },
    }),
  ];
}

function mergeRoutes({ store }: Pick<RecallApiServices, "store">): Route[] {
  return [
    userRoute({
      method: "POST", path: "/v1/entities/{id}/merge", summary: "Says that two entities are one", tag: TAG, role: "write", user: "known",
      params: oneRecordParams, body: mergeEntityRequest,
      answers: { 200: { description: "Merged", schema: mergeEntityResponse } },
      handle: async ({ params, body, realm }) => {
        const merged = await store.mergeEntities(realm, { from: params.id, into: body.into });
        if (!merged) throw new CortexError("not_found", { detail: "One of the two is not there, or they are one already, or of different namespaces." });
        return { body: { id: params.id, merged_into: body.into } };
      },
    }),
    userRoute({
      method: "POST", path: "/v1/entities/{id}/unmerge", summary: "Takes back a merge", tag: TAG, role: "write", user: "known",
      params: oneRecordParams, body: unmergeEntityRequest,
      answers: { 200: { description: "It stands for itself again", schema: mergeEntityResponse } },
      handle: async ({ params, realm }) => {
        if (!(await store.unmergeEntity(realm, params.id))) throw new CortexError("not_found", { detail: "The entity is not there, or was not merged." });
        return { body: { id: params.id, merged_into: null } };
      },
    }),
  ];
}
