export { extractEntities, MOST_ENTITIES_PER_TEXT } from "./extract-entities.ts";
export type { ExtractionContext } from "./extract-entities.ts";
export { predicateOf, RELATION_TYPES } from "./predicates.ts";
export type { RelationType } from "./predicates.ts";
export { entitiesOfFacts, relationsOf } from "./relations-of.ts";
export { resolveEntities } from "./resolve-entities.ts";
export type { CloseName, ResolvedEntities } from "./resolve-entities.ts";
export { namesInTurns } from "./window-names.ts";
export type { DocumentNames } from "./window-names.ts";
