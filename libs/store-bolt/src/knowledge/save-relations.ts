import type { Relation } from "@memory-cortex/models";
import type { Knowledge } from "@memory-cortex/store/rules";

import { createRelationsQuery } from "../queries/create-relations.ts";
import { deleteRelationsQuery } from "../queries/delete-relations.ts";
import { linkObjectsQuery } from "../queries/link-objects.ts";
import { linkSourcesQuery } from "../queries/link-sources.ts";
import { updateRelationsQuery } from "../queries/update-relations.ts";
import { keyOf } from "../records/keys.ts";
import { changesOf } from "./changes-of.ts";
import type { WorkingSet } from "./working-set.ts";

/** New relations with what they tie together, and what has changed of those that were loaded. Gives the last serial. */
export async function saveRelations(set: WorkingSet, before: Knowledge): Promise<number> {
  const { knowledge, call, counters } = set;
  const { transaction, realm } = call;
  const key = (id: string): string => keyOf(realm.userId, id);
  const isNew = ({ id }: Relation): boolean => !before.relations.has(id);
  const created = [...knowledge.relations.values()].filter(isNew);
  const rows = created.map((relation, index) => ({ subject: key(relation.subjectId), fields: { ...relation, key: key(relation.id), serial: counters.lastRelation + index + 1 } }));
  const objects = created.flatMap(({ id, objectId }) => (objectId === null ? [] : [{ relation: key(id), entity: key(objectId) }]));
  const sources = created.flatMap(({ id, memoryId, turnId }) => [memoryId, turnId].flatMap((source) => (source === null ? [] : [{ relation: key(id), document: key(source) }])));
  const changed = [...knowledge.relations.values()].flatMap((relation) => {
    const changes = isNew(relation) ? {} : changesOf(before.relations.get(relation.id)!, relation);
    return Object.keys(changes).length === 0 ? [] : [{ key: key(relation.id), changes }];
  });
  const gone = [...before.relations.keys()].filter((id) => !knowledge.relations.has(id)).map(key);
  await Promise.all([
    rows.length > 0 && transaction.run(createRelationsQuery, { rows }),
    objects.length > 0 && transaction.run(linkObjectsQuery, { rows: objects }),
    sources.length > 0 && transaction.run(linkSourcesQuery, { rows: sources }),
    changed.length > 0 && transaction.run(updateRelationsQuery, { rows: changed }),
    gone.length > 0 && transaction.run(deleteRelationsQuery, { keys: gone }),
  ]);
  return counters.lastRelation + created.length;
}
