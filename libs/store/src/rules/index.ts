export { resolveConflict } from "./conflicts.ts";
export { mergeEntities, unmergeEntity } from "./entity-merges.ts";
export { writeGraph } from "./graph-writes.ts";
export type { Knowledge, KnowledgeScope, KnownTurn, StoredEntity, StoredMemory, StoredName } from "./knowledge.ts";
export { forgetMemory, retireExpired, retireMemory, writeMemory } from "./memory-writes.ts";
export { forgetTurn } from "./turn-writes.ts";
