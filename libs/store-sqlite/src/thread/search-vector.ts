import { CortexError } from "@memory-cortex/models";
import type { SimilarityQuery, VectorQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits, admittedMemories, asksMemoriesOnly } from "./admits.ts";
import { readStatistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { KEPT_SPACE } from "./dropped-spaces.ts";
import { neighboursOf } from "./neighbours.ts";
import { largest } from "./space-vectors.ts";
import type { SpaceVectors } from "./space-vectors.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import type { UserDatabase } from "./user-database.ts";

/** Comparing one memory by its rid costs as much as going past so many vectors on the way to the nearest: .5 µs, .02 µs. */
const LOOK_UP_COST = 25;

/** A space's vectors as of this transaction, null when there is no such space. Throws `embedder_invalid` when the vector has another dimension. */
function vectorsOf(database: UserDatabase, { spaceId, vector }: Pick<VectorQuery, "spaceId" | "vector">): SpaceVectors | null {
  const dimension = database.whileUnchanged(`dimension of ${spaceId}`, () => database.value<number>(`SELECT dimension FROM space WHERE id = @spaceId AND ${KEPT_SPACE}`, { spaceId }));
  if (dimension === undefined) return null;
  if (dimension !== vector.length) {
    throw new CortexError("embedder_invalid", { detail: `The space takes ${dimension} dimensions, the vector has ${vector.length}.` });
  }
  database.documents.catchUp();
  return database.vectors.current({ id: spaceId, dimension }, readStatistics(database).documents);
}

/**
 * Nearest neighbours of the realm, nearest first, then the turns beside the turns among them. Exact for users of few documents; beyond,
 * from codes (docs/decisions/vector-index.md).
 */
export function searchVector({ database, realm }: Call, query: VectorQuery): HitTable | null {
  const vectors = vectorsOf(database, query);
  if (vectors === null || query.limit <= 0) return null;
  const { documents } = database;
  const admitted = admits(documents, realm, query.filter);
  const few = asksMemoriesOnly(query.filter) && documents.memories.size * LOOK_UP_COST <= vectors.length;
  const hits = few ? nearestAmong(vectors, admittedMemories(documents, admitted), query) : vectors.nearest(query.vector, { count: query.limit, admitted });
  const around = [...hits, ...neighboursOf(documents, hits.slice(0, query.surrounded), { window: query.window, admitted, seen: new Set(hits) })];
  const cosines = vectors.cosines(query.vector, around);
  const known = around.filter((_, index) => !Number.isNaN(cosines[index]));
  return tabulateHits(documents, known, { width: 1, values: cosines.filter((cosine) => !Number.isNaN(cosine)) });
}

/** Each of them is compared. */
function nearestAmong(vectors: SpaceVectors, rids: Uint32Array, { vector, limit }: VectorQuery): number[] {
  const cosines = vectors.cosines(vector, rids);
  const known = (_: number, place: number): boolean => !Number.isNaN(cosines[place]);
  return largest(rids.filter(known), cosines.filter(known), limit);
}

/** Cosines of the named documents in the realm that have a vector. */
export function similarities({ database, realm }: Call, query: SimilarityQuery): Map<string, number> {
  const vectors = vectorsOf(database, query);
  if (vectors === null) return new Map();
  const { documents } = database;
  const allowed = documents.allowed(realm, ["turn", "memory", "chunk"]);
  const rids = query.ids.map((id) => documents.ids.ridOf(id));
  const cosines = vectors.cosines(query.vector, rids);
  const found = new Map<string, number>();
  query.ids.forEach((id, index) => {
    const inRealm = allowed[documents.columns.groups[rids[index]!]!] !== 0;
    if (inRealm && !Number.isNaN(cosines[index])) found.set(id, cosines[index]!);
  });
  return found;
}
