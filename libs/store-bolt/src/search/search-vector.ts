import { CortexError } from "@memory-cortex/models";
import type { SimilarityQuery, VectorHit, VectorQuery } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { searchVectorQuery } from "../queries/search-vector.ts";
import { similaritiesQuery } from "../queries/similarities.ts";
import { REF_LENGTH, toRef } from "../records/document-ref.ts";
import type { RefRow } from "../records/document-ref.ts";
import { spaceKey, vectorKey } from "../spaces/space-keys.ts";
import { EXACT_UP_TO } from "../spaces/exact-up-to.ts";
import { filterParameters } from "./document-filter.ts";

/** So many times the neighbours that the realm's share of the index asks for: the index misses some, and the filter takes some. */
const SLACK = 2;

interface Answer {
  dimension: number;
  /** Whether all vectors of the realm were compared. */
  exact: boolean;
  /** How many these are, within a few. */
  share: number;
  hits: string[];
  rows: RefRow[];
}

function checkDimension(dimension: number, vector: Float32Array): void {
  if (dimension === vector.length) return;
  throw new CortexError("embedder_invalid", { detail: `The space takes ${dimension} dimensions, the vector has ${vector.length}.` });
}

function toHits({ hits, rows }: Answer): VectorHit[] {
  const chosen = new Set(hits);
  const all = rows.map((row): VectorHit => ({ ref: toRef(row), cosine: row[REF_LENGTH] as number }));
  const best = all.filter(({ ref }) => chosen.has(ref.id)).sort((a, b) => b.cosine - a.cosine);
  return [...best, ...all.filter(({ ref }) => !chosen.has(ref.id))];
}

/**
 * Nearest neighbours of the realm, nearest first, then the turns beside the turns among them. Exact up to `exactUpTo` vectors of the realm,
 * and whenever the index leaves too few.
 */
export async function searchVector({ realm, transaction }: BoltCall, query: VectorQuery, exactUpTo = EXACT_UP_TO): Promise<VectorHit[]> {
  if (query.limit <= 0) return [];
  const parameters = { space: spaceKey(realm.userId, query.spaceId), vector: query.vector, limit: query.limit, window: query.window, slack: SLACK, ...filterParameters(query.filter) };
  const ask = (upTo: number): Promise<Answer[]> => transaction.run<Answer>(searchVectorQuery, { ...parameters, exactUpTo: upTo });
  const [answer] = await ask(exactUpTo);
  if (answer === undefined) return [];
  checkDimension(answer.dimension, query.vector);
  if (answer.exact || answer.hits.length >= query.limit) return toHits(answer);
  const [exact] = await ask(Number.MAX_SAFE_INTEGER);
  return exact === undefined ? [] : toHits(exact);
}

/** Cosines of the named documents in the realm that have a vector. */
export async function similarities({ realm, transaction }: BoltCall, { spaceId, vector, ids }: SimilarityQuery): Promise<Map<string, number>> {
  const keys = [...new Set(ids)].map((id) => vectorKey(realm.userId, spaceId, id));
  const [answer] = await transaction.run<{ dimension: number; cosines: [string, number][] }>(similaritiesQuery, { space: spaceKey(realm.userId, spaceId), vector, keys });
  if (answer === undefined) return new Map();
  checkDimension(answer.dimension, vector);
  return new Map(answer.cosines);
}
