import { CortexError } from "@memory-cortex/models";
import type { SimilarityQuery, VectorQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import { readStatistics } from "./bm25.ts";
import type { Call } from "./call.ts";
import { neighboursOf } from "./neighbours.ts";
import type { SpaceVectors } from "./space-vectors.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import type { UserDatabase } from "./user-database.ts";

/** A space's vectors as of this transaction, null when there is no such space. Throws `embedder_invalid` when the vector has another dimension. */
function vectorsOf(database: UserDatabase, { spaceId, vector }: Pick<VectorQuery, "spaceId" | "vector">): SpaceVectors | null {
  const dimension = database.whileUnchanged(`dimension of ${spaceId}`, () => database.value<number>("SELECT dimension FROM space WHERE id = @spaceId", { spaceId }));
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
  const hits = vectors.nearest(query.vector, { count: query.limit, admitted });
  const around = [...hits, ...neighboursOf(documents, hits, { window: query.window, admitted })];
  const cosines = vectors.cosines(query.vector, around);
  const known = around.filter((_, index) => !Number.isNaN(cosines[index]));
  return tabulateHits(documents, known, { width: 1, values: cosines.filter((cosine) => !Number.isNaN(cosine)) });
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
