import type { Run } from "../run.ts";
import type { ScoredItem } from "./score-items.ts";

const GROUPS_A_PAGE = 200;
/** Nobody decides between so many; what is beyond is annotated with those in the answer alone. */
const MOST_PAGES = 5;

/** Ids of the memories that each open one contradicts, by its id, in the answer or not. */
export type Conflicts = ReadonlyMap<string, readonly string[]>;

/** Reads the open groups of what was chosen. When time is up, those that stand in the answer itself are told. */
export async function conflictsOf(run: Run, items: readonly ScoredItem[]): Promise<Conflicts> {
  const groups = new Map<string, Set<string>>();
  for (const { document } of items) {
    if (document.kind !== "memory" || document.conflictStatus !== "active" || document.conflictGroup === null) continue;
    const members = groups.get(document.conflictGroup) ?? new Set<string>();
    groups.set(document.conflictGroup, members.add(document.id));
  }
  if (groups.size === 0) return new Map();
  await run.deadline.within(run.deadline.remainingMs(), (signal) => addMembers(run, groups, signal));
  return new Map([...groups.values()].flatMap((members) => [...members].map((id): [string, string[]] => [id, [...members].filter((other) => other !== id)])));
}

async function addMembers(run: Run, groups: ReadonlyMap<string, Set<string>>, signal: AbortSignal): Promise<void> {
  const wanted = new Set(groups.keys());
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && wanted.size > 0; page += 1) {
    const { items, next } = await run.services.store.listConflicts(run.realm, { limit: GROUPS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) }, { signal });
    for (const { group, memories } of items) {
      if (!wanted.delete(group)) continue;
      for (const { id } of memories) groups.get(group)!.add(id);
    }
    if (next === null) return;
    cursor = next;
  }
}
