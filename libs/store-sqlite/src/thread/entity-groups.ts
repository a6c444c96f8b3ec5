import type { UserDatabase } from "./user-database.ts";

/** An entity with those that were merged into it, itself first, the others oldest first. */
export interface EntityGroup {
  root: number;
  id: string;
  name: string;
  members: number[];
  documents: number;
}

type StandingRow = [eid: number, id: string, name: string, documents: number, mergedInto: number | null];
type MergedRow = [into: number, eid: number, documents: number];

/** Rows of the entities that stand for these, by their eid. A statement more for each merge of merges: a recursive one costs as much as three where nothing was merged. */
function standingRows(database: UserDatabase, eids: readonly number[]): StandingRow[] {
  const standing = new Map<number, StandingRow>();
  const seen = new Set(eids);
  for (let open = [...seen]; open.length > 0; ) {
    const rows: StandingRow[] = database.tuples(
      "SELECT e.eid, e.id, e.name, e.documents, e.merged_into FROM json_each(@eids) wanted CROSS JOIN entity e ON e.eid = wanted.value",
      { eids: JSON.stringify(open) },
    );
    open = [];
    for (const row of rows) {
      const into = row[4];
      if (into === null) standing.set(row[0], row);
      else if (!seen.has(into)) {
        seen.add(into);
        open.push(into);
      }
    }
  }
  return [...standing.values()].sort(([one], [other]) => one - other);
}

/** The entities that stand for these, oldest first. */
export const rootsOf = (database: UserDatabase, eids: readonly number[]): number[] => standingRows(database, eids).map(([eid]) => eid);

/** The groups that these are of, oldest root first. */
export function groupsOf(database: UserDatabase, eids: readonly number[]): EntityGroup[] {
  const groups = standingRows(database, eids).map(([root, id, name, documents]): EntityGroup => ({ root, id, name, members: [root], documents }));
  const groupOf = new Map(groups.map((group) => [group.root, group]));
  for (let open = groups.map(({ root }) => root); open.length > 0; ) {
    const merged: MergedRow[] = database.tuples("SELECT e.merged_into, e.eid, e.documents FROM json_each(@eids) into_ CROSS JOIN entity e ON e.merged_into = into_.value", { eids: JSON.stringify(open) });
    open = [];
    for (const [into, eid, documents] of merged) {
      const group = groupOf.get(into)!;
      group.members.push(eid);
      group.documents += documents;
      groupOf.set(eid, group);
      open.push(eid);
    }
  }
  for (const { members } of groups) if (members.length > 2) members.splice(1, Infinity, ...members.slice(1).sort((one, other) => one - other));
  return groups;
}
