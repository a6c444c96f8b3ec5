import type { KnowledgeScope, StoredEntity } from "./knowledge.ts";
import { entitiesOf } from "./knowledge.ts";

/** The one that stands for it. */
export function rootOf({ user }: KnowledgeScope, entity: StoredEntity): StoredEntity {
  let root = entity;
  while (root.mergedInto !== null) root = user.entities.get(root.mergedInto)!;
  return root;
}

/** See `Store.mergeEntities`. */
export function mergeEntities(scope: KnowledgeScope, request: { from: string; into: string }): boolean {
  const [from, into] = [request.from, request.into].map((id) => entitiesOf(scope).find((entity) => entity.id === id));
  if (from === undefined || into === undefined || from.namespace !== into.namespace || from.mergedInto !== null) return false;
  const root = rootOf(scope, into);
  if (root === from) return false;
  from.mergedInto = root.id;
  return true;
}

/** See `Store.unmergeEntity`. */
export function unmergeEntity(scope: KnowledgeScope, id: string): boolean {
  const entity = entitiesOf(scope).find((each) => each.id === id);
  if (entity === undefined || entity.mergedInto === null) return false;
  entity.mergedInto = null;
  return true;
}
