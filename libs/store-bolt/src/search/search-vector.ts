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
const SLACK = 1.5;
/** When the filter leaves too few of these, so many times more are asked for, in the end all. */
const MORE = 8;

interface Answer {
  dimension: number;
  /** Whether all vectors of the realm were compared. */
  exact: boolean;
  /** The hits, nearest first. */
  rows: RefRow[];
  /** Turns beside them, hits among these. */
  beside: RefRow[];
}

function checkDimension(dimension: number, vector: Float32Array): void {
  if (dimension === vector.length) return;
  throw new CortexError("embedder_invalid", { detail: `The space takes ${dimension} dimensions, the vector has ${vector.length}.` });
}

const toHit = (row: RefRow): VectorHit => ({ ref: toRef(row), cosine: row[REF_LENGTH] as number });

function toHits({ rows, beside }: Answer): VectorHit[] {
  const hits = rows.map(toHit);
  const known = new Set(hits.map(({ ref }) => ref.id));
  return [...hits, ...beside.map(toHit).filter(({ ref }) => !known.has(ref.id))];
}

/**
 * Nearest neighbours of the realm, nearest first, then the turns beside the turns among them. Exact up to `exactUpTo` vectors of the realm,
 * and whenever the index leaves too few.
 */
export async function searchVector({ realm, transaction }: BoltCall, query: VectorQuery, exactUpTo = EXACT_UP_TO): Promise<VectorHit[]> {
  if (query.limit <= 0) return [];
  const { spaceId, vector, limit, window, surrounded = limit, filter } = query;
  const parameters = { space: spaceKey(realm.userId, spaceId), vector, limit, window, surrounded, exactUpTo, ...filterParameters(filter) };
  for (let slack = SLACK; ; slack *= MORE) {
    const [answer] = await transaction.run<Answer>(searchVectorQuery, { ...parameters, slack });
    if (answer === undefined) return [];
    checkDimension(answer.dimension, vector);
    if (answer.exact || answer.rows.length >= limit) return toHits(answer);
  }
}

/** Cosines of the named documents in the realm that have a vector. */
export async function similarities({ realm, transaction }: BoltCall, { spaceId, vector, ids }: SimilarityQuery): Promise<Map<string, number>> {
  const keys = [...new Set(ids)].map((id) => vectorKey(realm.userId, spaceId, id));
  const [answer] = await transaction.run<{ dimension: number; cosines: [string, number][] }>(similaritiesQuery, { space: spaceKey(realm.userId, spaceId), vector, keys });
  if (answer === undefined) return new Map();
  checkDimension(answer.dimension, vector);
  return new Map(answer.cosines);
}
