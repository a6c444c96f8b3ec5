import { CortexError } from "@memory-cortex/models";

import type { BoltCall } from "../connection/bolt-call.ts";
import { documentKey } from "../documents/write-documents.ts";
import { labelVectorsQuery } from "../queries/index-space.ts";
import { clearLacksQuery, countVectorsQuery, documentsForVectorsQuery, eraseVectorsQuery, saveVectorsQuery } from "../queries/save-vectors.ts";
import { spaceForVectorsQuery } from "../queries/space-for-vectors.ts";
import { scopeKey, spaceKey, vectorKey } from "./space-keys.ts";

/** How far the square of a unit vector's length may be from 1: rounding of 32-bit floats, no more. */
const UNIT_TOLERANCE = 1e-2;

export interface SaveVectors {
  spaceId: number;
  vectors: readonly { id: string; vector: Float32Array | null }[];
}

/** Of a space: how many vectors it has, the number of its index if it is to have one, and the name of that once it serves. */
export interface SpaceSize {
  vectors: number;
  number: number | null;
  index: string | null;
}

interface Entry {
  id: string;
  document: string;
  key: string;
  vector: Float32Array | null;
}

interface Known {
  id: string;
  namespace: string;
  hasVector: boolean;
}

/** Servers take any vector, and fail or lie when they compare it. */
function checkVector(vector: Float32Array, dimension: number): void {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (vector.length !== dimension || !(Math.abs(square - 1) <= UNIT_TOLERANCE)) {
    throw new CortexError("embedder_invalid", { detail: `A vector is not of length 1 in ${dimension} dimensions.` });
  }
}

/** How the numbers of vectors change, by namespace. */
function changes(entries: readonly Entry[], known: ReadonlyMap<string, Known>): Map<string, number> {
  const added = new Map<string, number>();
  for (const { id, vector } of entries) {
    const { namespace, hasVector } = known.get(id)!;
    added.set(namespace, (added.get(namespace) ?? 0) + (vector === null ? 0 : 1) - (hasVector ? 1 : 0));
  }
  return added;
}

/** A null marks the document as done without a vector. Null when the space is gone. */
export async function saveVectors({ realm, transaction }: BoltCall, { spaceId, vectors }: SaveVectors): Promise<SpaceSize | null> {
  const space = spaceKey(realm.userId, spaceId);
  const entries = [...new Map(vectors.map(({ id, vector }) => [id, { id, vector, document: documentKey(realm.userId, id), key: vectorKey(realm.userId, spaceId, id) }])).values()];
  const named = entries.map(({ document, key }) => ({ document, key }));
  const [[found], documents] = await Promise.all([
    transaction.run<SpaceSize & { dimension: number }>(spaceForVectorsQuery, { space }),
    transaction.run<Known>(documentsForVectorsQuery, { rows: named }),
  ]);
  if (found === undefined) return null;
  for (const { vector } of vectors) if (vector !== null) checkVector(vector, found.dimension);
  const known = new Map(documents.map((document) => [document.id, document]));
  const held = entries.filter(({ id }) => known.has(id));
  const rows = held.filter(({ vector }) => vector !== null).map((entry) => ({ ...entry, scope: scopeKey(realm.userId, spaceId, known.get(entry.id)!.namespace) }));
  const added = [...changes(held, known)].map(([namespace, count]) => ({ key: scopeKey(realm.userId, spaceId, namespace), namespace, added: count }));
  const total = added.reduce((sum, scope) => sum + scope.added, 0);
  await Promise.all([
    transaction.run(saveVectorsQuery, { rows }),
    transaction.run(eraseVectorsQuery, { keys: held.filter(({ vector }) => vector === null).map(({ key }) => key) }),
    transaction.run(clearLacksQuery, { space, documents: held.map(({ document }) => document) }),
    transaction.run(countVectorsQuery, { space, scopes: added, added: total }),
    ...(found.number === null ? [] : [transaction.run(labelVectorsQuery(found.number), { keys: rows.map(({ key }) => key) })]),
  ]);
  return { ...found, vectors: found.vectors + total };
}
