import { RELATION_LIMIT } from "@memory-cortex/store";
import type { RelationHit, RelationQuery } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { findRelationsQuery } from "../queries/find-relations.ts";
import { toRelation } from "../records/relation-record.ts";
import type { RelationRow } from "../records/relation-record.ts";

interface Row {
  relation: RelationRow;
  subjectKeys: string[];
}

export async function findRelations({ transaction }: BoltCall, { subjectKeys, predicates, now: asked }: RelationQuery): Promise<RelationHit[]> {
  const keys = [...new Set(subjectKeys)];
  const rows = await transaction.run<Row>(findRelationsQuery, { keys, predicates, asked, limit: RELATION_LIMIT });
  return rows.map((row) => ({ relation: toRelation(row.relation), subjectKeys: keys.filter((key) => row.subjectKeys.includes(key)) }));
}
