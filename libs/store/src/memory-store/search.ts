import { CortexError } from "@memory-cortex/models";
import type { Document } from "@memory-cortex/models";
import { isHashPrefix, nearestTerms } from "@memory-cortex/text";

import type { SimilarityQuery, TextHit, TextQuery, VectorHit, VectorQuery } from "../search.ts";
import type { Scope, StoredDocument, StoredSpace, StoredTurn } from "./user-state.ts";
import { termsOf, toRef, toTurn, visibleDocuments } from "./user-state.ts";
import { matchesFilter } from "./visibility.ts";

const K1 = 1.2;
const B = 0.75;

const count = (terms: readonly string[], wanted: string): number => terms.filter((term) => term === wanted).length;

const READING_WEIGHTS = [1, 0.6, 0.4];

/** Terms that no document of the realm holds, as the nearest word of the documents that may be seen. */
function readMisspelt(terms: readonly string[], realm: readonly StoredDocument[], allowed: readonly StoredDocument[]): { term: string; weight: number }[] {
  const held = new Set(realm.flatMap(termsOf));
  const seen = allowed.flatMap((document) => [...new Set(termsOf(document))]);
  const frequency = new Map<string, number>();
  for (const term of seen) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const taken = new Set(terms);
  return terms.map((term) => {
    if (held.has(term)) return { term, weight: 1 };
    if (isHashPrefix(term)) {
      const hashes = [...frequency.keys()].filter((word) => isHashPrefix(word) && word.startsWith(term) && !taken.has(word));
      return { term: hashes.length === 1 ? hashes[0]! : term, weight: 1 };
    }
    const candidates = [...frequency.keys()].filter((word) => !taken.has(word) && /^\p{L}{4,32}$/u.test(word));
    const near = nearestTerms(term, candidates).sort((a, b) => a.edits - b.edits || frequency.get(b.term)! - frequency.get(a.term)!);
    const [reading] = near;
    if (reading === undefined) return { term, weight: 1 };
    taken.add(reading.term);
    return { term: reading.term, weight: READING_WEIGHTS[reading.edits]! };
  });
}

/** BM25 by query term over all documents of the user, with Lucene's frequency weight. */
function scorer(scope: Scope, asked: readonly string[], allowed: readonly StoredDocument[]): (document: StoredDocument) => number[] {
  const all = [...scope.user.documents.values()].map(termsOf);
  const averageLength = all.reduce((sum, each) => sum + each.length, 0) / all.length;
  const terms = readMisspelt(asked, visibleDocuments(scope), allowed);
  const weights = terms.map(({ term, weight }) => {
    const frequency = all.filter((each) => each.includes(term)).length;
    return weight * Math.log(1 + (all.length - frequency + 0.5) / (frequency + 0.5));
  });
  return (document) => {
    const own = termsOf(document);
    const damping = K1 * (1 - B + (B * own.length) / averageLength);
    return terms.map(({ term }, index) => {
      const occurrences = count(own, term);
      return occurrences === 0 ? 0 : (weights[index]! * occurrences * (K1 + 1)) / (occurrences + damping);
    });
  };
}

/** Turns of the same sessions up to `window` places from a turn among the hits, hits too. */
function around(hits: readonly StoredDocument[], window: number): StoredTurn[] {
  const turns = hits.flatMap((hit) => {
    if (hit.kind !== "turn") return [];
    const position = hit.session.turns.indexOf(hit);
    return hit.session.turns.slice(Math.max(0, position - window), position + window + 1);
  });
  return [...new Set(turns)];
}

function bestFirst<Item>(items: readonly Item[], score: (item: Item) => number): Item[] {
  return items.map((item) => ({ item, score: score(item) })).sort((a, b) => b.score - a.score).map(({ item }) => item);
}

export function searchText(scope: Scope, query: TextQuery): TextHit[] {
  const allowed = visibleDocuments(scope).filter((document) => matchesFilter(document, query.filter));
  const scoresOf = scorer(scope, query.terms, allowed);
  const total = (document: StoredDocument): number => scoresOf(document).reduce((sum, score) => sum + score, 0);
  const hits = bestFirst(allowed.filter((document) => total(document) > 0), total).slice(0, Math.max(0, query.limit));
  const besideBest = around(hits.slice(0, query.surrounded), query.window);
  const beside = around(hits, query.window).filter((turn) => !hits.includes(turn) && allowed.includes(turn) && (besideBest.includes(turn) || total(turn) > 0));
  return [...hits, ...beside].map((document) => ({ ref: toRef(document), scores: scoresOf(document) }));
}

function spaceFor({ user }: Scope, spaceId: number, vector: Float32Array): StoredSpace | undefined {
  const found = user.spaces.find(({ space }) => space.id === spaceId);
  if (found !== undefined && found.space.dimension !== vector.length) {
    throw new CortexError("embedder_invalid", { detail: `The space takes ${found.space.dimension} dimensions, the vector has ${vector.length}.` });
  }
  return found;
}

/** Of unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

export function searchVector(scope: Scope, query: VectorQuery): VectorHit[] {
  const found = spaceFor(scope, query.spaceId, query.vector);
  const cosineOf = (document: StoredDocument): number | null => {
    const vector = found?.vectors.get(document.id);
    return vector ? cosine(vector, query.vector) : null;
  };
  const allowed = visibleDocuments(scope).filter((document) => matchesFilter(document, query.filter) && cosineOf(document) !== null);
  const hits = bestFirst(allowed, (document) => cosineOf(document)!).slice(0, Math.max(0, query.limit));
  const beside = around(hits.slice(0, query.surrounded), query.window).filter((turn) => !hits.includes(turn) && allowed.includes(turn));
  return [...hits, ...beside].map((document) => ({ ref: toRef(document), cosine: cosineOf(document)! }));
}

export function similarities(scope: Scope, query: SimilarityQuery): Map<string, number> {
  const found = spaceFor(scope, query.spaceId, query.vector);
  const wanted = visibleDocuments(scope).filter((document) => query.ids.includes(document.id));
  return new Map(
    wanted.flatMap(({ id }) => {
      const vector = found?.vectors.get(id);
      return vector ? [[id, cosine(vector, query.vector)]] : [];
    }),
  );
}

export function getDocuments(scope: Scope, ids: readonly string[]): Document[] {
  const visible = new Map(visibleDocuments(scope).map((document) => [document.id, document]));
  return ids.flatMap((id) => {
    const document = visible.get(id);
    if (document === undefined) return [];
    if (document.kind === "memory") return document.memory;
    const turn = toTurn(document, document.session.turns.indexOf(document));
    const outdatedBy = successorOf(scope, turn.id);
    return outdatedBy === null ? turn : { ...turn, outdatedBy };
  });
}

/** What took the place of a memory that rests on the turn and was true once. The latest, of several. */
function successorOf({ user }: Scope, turnId: string): string | null {
  const outdated = [...user.documents.values()].flatMap((document) => (document.kind === "memory" && document.memory.provenance.includes(turnId) ? [document.memory] : []))
    .filter(({ supersededBy, retiredAt }) => supersededBy !== null && retiredAt === null);
  return outdated.sort((a, b) => (b.supersededAt ?? 0) - (a.supersededAt ?? 0))[0]?.supersededBy ?? null;
}
