import type { DocumentKind, MemoryType, Role } from "@memory-cortex/models";

/** Applied in the driver, before ranking. Fields that only memories have leave turns and chunks alone. */
export interface DocumentFilter {
  kinds: readonly DocumentKind[];
  /** Only memories of these types; turns and chunks stay. */
  types?: readonly MemoryType[];
  /** Only memories with at least one of these tags. */
  tags?: readonly string[];
  /**
   * Only what was observed (turn) or valid (memory) at some moment in [validAfter, validBefore). Epoch milliseconds. A memory is valid
   * from `validFrom`, or from its observation when that is not known, until `validTo` or its expiry.
   */
  validBefore?: number;
  validAfter?: number;
  /**
   * What was true in the world at this moment, by what is believed now: memories valid then (from `validFrom`, else from their observation)
   * and not retired by then, without those that lost a conflict; turns said by then. Default: memories not retired, and valid at `now`
   * (a question dated in the past does not bring back what was retired since).
   */
  asOf?: number;
  /**
   * As we knew it at this moment: memories created and not retired by then, with the ends that were known by then; turns said by then.
   * The moment of validity is `asOf`, or the same moment when that is not given.
   */
  knownAt?: number;
  /** Every memory, whenever it holds. */
  includeHistory: boolean;
  /** The moment of the question, epoch milliseconds. */
  now: number;
}

/** What scoring needs of a document before its text is read. */
export interface DocumentRef {
  id: string;
  kind: DocumentKind;
  namespace: string;
  /** Namespaces keep sessions apart, so the key holds both; null for documents outside a session. */
  sessionKey: string | null;
  /** Place in the session; null outside of one. Memories rest on turns and have no place of their own. */
  position: number | null;
  words: number;
  /** What kind of question it can answer, as written (`decodeSignals` of the text library). */
  signals: number;
  role: Role | null;
  speaker: string | null;
  observedAt: number;
}

export interface TextQuery {
  /** Distinct terms of our own text analysis. */
  terms: readonly string[];
  filter: DocumentFilter;
  /** How many matching documents at most, best sum of scores first. */
  limit: number;
  /** For matching turns, turns of the same session up to this many places away come along, matching or not. */
  window: number;
  /** Only for the best so many; for the others come those that match. Default: for all. */
  surrounded?: number;
}

export interface TextHit {
  ref: DocumentRef;
  /**
   * BM25 of each query term (k1 1.2, b .75, Lucene's frequency weight, statistics of the whole user); 0 where the term is absent. All 0
   * for a mere neighbour. A term that no document of the user holds is read as the nearest word (`nearestTerms` of the text library) of
   * the documents that realm and filter let through, and weighs .6 with one edit, .4 with two.
   */
  scores: readonly number[];
}

export interface VectorQuery {
  spaceId: number;
  /** Unit vector of the space's dimension. */
  vector: Float32Array;
  filter: DocumentFilter;
  limit: number;
  /** As in {@link TextQuery}; neighbours come with their cosine. */
  window: number;
  /** Only for the nearest so many. Default: for all. */
  surrounded?: number;
}

export interface VectorHit {
  ref: DocumentRef;
  /** [-1, 1] */
  cosine: number;
}

export interface SimilarityQuery {
  spaceId: number;
  vector: Float32Array;
  ids: readonly string[];
}
