import type { UserDatabase } from "./user-database.ts";

/** An entity with those that were merged into it, itself first, the others oldest first. */
export interface EntityGroup {
  root: number;
  id: string;
  name: string;
  members: number[];
  documents: number;
}

type Members = Pick<EntityGroup, "root" | "members" | "documents">;
type StandingRow = [eid: number, documents: number, mergedInto: number | null];
type MergedRow = [into: number, eid: number, documents: number];

/** Rows of the entities that stand for these, oldest first. A statement more for each merge of merges: a recursive one costs as much as three where nothing was merged. */
function standingRows(database: UserDatabase, eids: readonly number[]): StandingRow[] {
  const standing = new Map<number, StandingRow>();
  const seen = new Set(eids);
  for (let open = [...seen]; open.length > 0; ) {
    const rows: StandingRow[] = database.tuples("SELECT e.eid, e.documents, e.merged_into FROM json_each(@eids) wanted CROSS JOIN entity e ON e.eid = wanted.value", {
      eids: JSON.stringify(open),
    });
    open = [];
    for (const row of rows) {
      const into = row[2];
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

function membersOf(database: UserDatabase, eids: readonly number[]): Members[] {
  const groups = standingRows(database, eids).map(([root, documents]): Members => ({ root, members: [root], documents }));
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

function named(database: UserDatabase, groups: readonly Members[]): EntityGroup[] {
  const rows: [number, string, string][] = database.tuples("SELECT e.eid, e.id, e.name FROM json_each(@eids) wanted CROSS JOIN entity e ON e.eid = wanted.value", {
    eids: JSON.stringify(groups.map(({ root }) => root)),
  });
  const naming = new Map(rows.map(([eid, id, name]) => [eid, { id, name }]));
  return groups.map((group) => ({ ...group, ...naming.get(group.root)! }));
}

/** The groups that these are of, oldest root first. */
export const groupsOf = (database: UserDatabase, eids: readonly number[]): EntityGroup[] => named(database, membersOf(database, eids));

/**
 * Of the groups that these are of, so many that the fewest documents mention, these first; oldest first among equals. A kind of things may have
 * a thousand: only of those that are given are names read.
 * @param options.without roots to leave out
 */
export function rarestGroupsOf(database: UserDatabase, eids: readonly number[], { most, without }: { most: number; without: { has(root: number): boolean } }): EntityGroup[] {
  const groups = membersOf(database, eids).filter(({ root }) => !without.has(root));
  return named(database, groups.sort((a, b) => a.documents - b.documents || a.root - b.root).slice(0, most));
}
