import type { Entity, EntityType, Relation } from "@memory-cortex/models";

import type { DocumentFilter, DocumentRef } from "./search.ts";

/**
 * An entity to be written. When the id is known, its name and aliases are added to those it has. An unknown id whose name is the name of
 * an entity of the same type in the namespace stands for that one in the whole commit, so that two captures at once make one entity. One
 * that was a "concept", which is what cannot be told, takes the type that is written; any other type stays as it is.
 */
export interface EntityWrite {
  id: string;
  name: string;
  type: EntityType;
  aliases: readonly string[];
}

/** A turn or memory names an entity. */
export interface Mention {
  entityId: string;
  documentId: string;
}

export type NewRelation = Omit<Relation, "namespace" | "retiredAt" | "endedAt">;

export type RelationWrite =
  /** One with a known id changes nothing. */
  | { action: "create"; relation: NewRelation }
  /** No longer true since `validTo`, as we learn at `at`; an earlier end stands. */
  | { action: "end"; id: string; validTo: number; at: number };

/**
 * What a commit adds to the graph. All of it is in the namespace that the commit writes to; what names an entity or a document that is not
 * there (forgotten meanwhile, or of another namespace) is left out, an object that is no entity there is kept as text, and an entity that
 * then nothing mentions or relates to is not kept. A name belongs to the documents that mention its entity and hold it, or are written in one
 * commit with it: when all documents of a name are erased, so is the name.
 */
export interface GraphWrites {
  entities: readonly EntityWrite[];
  mentions: readonly Mention[];
  relations: readonly RelationWrite[];
  /** Names that stand for one thing, tied together last; what `mergeEntities` would refuse is passed over. */
  merges?: readonly EntityMerge[];
}

/** From now on `into` stands for `from`. */
export interface EntityMerge {
  from: string;
  into: string;
}

export interface EntityListing {
  /** Part of a name or alias. */
  query?: string;
  type?: EntityType;
  limit: number;
  cursor?: string;
}

export interface EntityDetails {
  /** For one that was merged, the one that stands for it. */
  entity: Entity;
  /** Those that were merged into it. */
  merged: { id: string; name: string; type: EntityType }[];
  /** With it as subject or object, of any time, newest first, at most {@link ENTITY_DETAILS_LIMIT}. */
  relations: Relation[];
  /** Of those that mention it, newest first, at most {@link ENTITY_DETAILS_LIMIT} each. */
  memoryIds: string[];
  turnIds: string[];
}

export const ENTITY_DETAILS_LIMIT = 100;

export interface RelationQuery {
  /** `entityKey` of names or aliases of the subject. */
  subjectKeys: readonly string[];
  predicates: readonly string[];
  now: number;
}

/** A relation whose subject has one of the names asked for. */
export interface RelationHit {
  relation: Relation;
  /** Those of the asked keys that are names of the subject. */
  subjectKeys: string[];
}

/** Of one entity at most so many relations are followed in each direction, the newest: ten times what a recall takes of a kind of things. */
export const RELATIONS_READ = 256;

/**
 * The predicate of relations from what has a name to the entity that stands for its kind. An expansion follows them only from the kind to what is of it:
 * the other way each city would lead to every other one.
 */
export const KIND_PREDICATE = "IS_A";

/** At most so many relations are found at once, newest first. */
export const RELATION_LIMIT = 500;

export interface ExpandQuery {
  /** `entityKey` of everything in the question that may be a name; what is none finds nothing. */
  keys: readonly string[];
  /** How many relations away from the named entities. */
  hops: 0 | 1 | 2;
  filter: DocumentFilter;
  /** How many documents at most, the heaviest first. */
  limit: number;
  /** How many entities of each hop at most, those that the fewest documents mention first. */
  entityLimit: number;
  /** Terms of our own text analysis that the answer tells of: which of them a document holds. Default: none. */
  terms?: readonly string[];
}

export interface ExpandedEntity {
  id: string;
  name: string;
  hop: 0 | 1 | 2;
}

export interface GraphHit {
  ref: DocumentRef;
  /** Of the nearest entity that it mentions. */
  hop: 0 | 1 | 2;
  /**
   * Sum over the entities of the expansion that it mentions of {@link HOP_WEIGHTS} × `entityDamping`. Of each entity only the newest
   * `limit` documents of each kind count, and none beyond its newest {@link MENTIONS_READ}.
   */
  weight: number;
  /** Which of {@link ExpandQuery.terms} it holds, in their order; as they are written, not read as other words. */
  holds: readonly boolean[];
}

export interface Expansion {
  entities: ExpandedEntity[];
  hits: GraphHit[];
}

/** Weight of an entity by how far it is from those of the question. */
export const HOP_WEIGHTS = [1, 0.5, 0.25] as const;
/** Of each kind of document; what bounds the work for an entity that is mentioned everywhere. */
export const MENTIONS_READ = 5_000;

/** Weight of an entity that so many documents mention: 1 for none, less the more there are. */
export function entityDamping(documents: number): number {
  return 1 / Math.log2(2 + documents);
}
