import { loadMentionsQuery } from "../queries/load-mentions.ts";
import { loadMergedEntitiesQuery } from "../queries/load-merged-entities.ts";
import { loadOtherRelationsQuery } from "../queries/load-other-relations.ts";
import type { RelationRow } from "../records/relation-record.ts";
import type { LoadedEntity, WorkingSet } from "./working-set.ts";

/** What of the graph changes when a document goes that is loaded already: what it mentions, what rests on it, and what keeps those entities. */
export async function loadGraphAround(set: WorkingSet, id: string): Promise<void> {
  const { transaction } = set.call;
  const key = set.keys([id])[0]!;
  const mentions = await transaction.run<{ entityId: string }>(loadMentionsQuery, { keys: [key] });
  const ends = [...set.knowledge.relations.values()].flatMap(({ subjectId, objectId }) => (objectId === null ? [subjectId] : [subjectId, objectId]));
  const entities = [...new Set([...mentions.map(({ entityId }) => entityId), ...ends])];
  if (entities.length === 0) return;
  await set.load({ documents: [id], entities });
  const keys = set.keys(entities);
  const [others, merged] = await Promise.all([
    transaction.run<{ relation: RelationRow }>(loadOtherRelationsQuery, { keys, key }),
    transaction.run<LoadedEntity>(loadMergedEntitiesQuery, { keys }),
    set.loadSources(id),
  ]);
  set.addRelations(others);
  set.addEntities(merged);
}
