import type { Relation } from "@memory-cortex/models";
import { RELATION_LIMIT } from "@memory-cortex/store";
import type { RelationHit, RelationQuery } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { groupsByKeys, RELATION_COLUMNS, RELATION_JOINS } from "./entities.ts";

/** By eid of every subject that has one of the names: those of the keys that are its names, or of what was merged with it. */
function keysBySubject(call: Call, keys: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const wanted = [...new Set(keys)];
  for (const { members } of groupsByKeys(call, keys)) {
    const names = new Set(
      call.database.column<string>("SELECT a.key FROM json_each(@members) e CROSS JOIN alias a ON a.entity = e.value", { members: JSON.stringify(members) }),
    );
    for (const eid of members) found.set(eid, wanted.filter((key) => names.has(key)));
  }
  return found;
}

export function findRelations(call: Call, { subjectKeys, predicates, now }: RelationQuery): RelationHit[] {
  const keys = keysBySubject(call, subjectKeys);
  const rows = call.database.all<Relation & { subject: number }>(
    `SELECT r.subject, ${RELATION_COLUMNS} FROM json_each(@subjects) e CROSS JOIN json_each(@predicates) p
     CROSS JOIN relation r ON r.subject = e.value AND r.predicate = p.value ${RELATION_JOINS}
     WHERE r.retired_at IS NULL AND (r.valid_to IS NULL OR r.valid_to > @now) ORDER BY r.rel DESC LIMIT ${RELATION_LIMIT}`,
    { subjects: JSON.stringify([...keys.keys()]), predicates: JSON.stringify([...new Set(predicates)]), now },
  );
  return rows.map(({ subject, ...relation }) => ({ relation, subjectKeys: keys.get(subject)! }));
}
