import { join } from "node:path";

import Database from "better-sqlite3";

import { createEmbedder } from "@memory-cortex/embedding";
import { systemClock, wholeUser } from "@memory-cortex/models";
import type { Space, Store } from "@memory-cortex/store";
import { openSqliteStore, realmFileName } from "@memory-cortex/store-sqlite";

import { mean } from "../metrics.ts";
import { USER } from "./filled-home.ts";
import type { SizeWish } from "./size-wish.ts";

export interface OverlapFigures {
  questions: number;
  /** Share of the exact nearest that the store's search gives, in [0, 1]: mean and the worst question. */
  mean: number;
  least: number;
}

const NEAREST = 50;
const QUESTIONS = 120;
/** Vectors at the same distance may stand for one another. */
const SAME = 1e-5;

/**
 * Nearest neighbours as the store finds them against a scan of every vector in full precision, in the same home, whose service is
 * stopped. Questions are embedded as recall embeds them. Null without vectors or model.
 */
export async function measureOverlap(home: string, folder: string | null, wish: SizeWish): Promise<OverlapFigures | null> {
  if (folder === null) return null;
  const store = await openSqliteStore({ home, clock: systemClock, lock: false });
  try {
    const realm = wholeUser(USER);
    const space = (await store.activeSpaces(realm)).find(({ embedder }) => embedder === "static");
    if (space === undefined) return null;
    const vectors = await questionVectors(store, { space, folder, wish });
    const exact = exactNearest(join(home, "realms", realmFileName(USER)), space, vectors);
    const shares: number[] = [];
    for (const [index, vector] of vectors.entries()) {
      const hits = await store.searchVector(realm, { spaceId: space.id, vector, limit: NEAREST, window: 0, filter: { kinds: ["turn", "memory"], includeHistory: true, now: systemClock.now() } });
      const { cosines, least } = exact[index]!;
      shares.push(hits.slice(0, NEAREST).filter(({ ref }) => (cosines.get(ref.id) ?? -1) >= least - SAME).length / Math.min(NEAREST, cosines.size));
    }
    return { questions: shares.length, mean: mean(shares), least: Math.min(...shares) };
  } finally {
    await store.close();
  }
}

async function questionVectors(store: Store, { space, folder, wish }: { space: Space; folder: string; wish: SizeWish }): Promise<Float32Array[]> {
  const weighting = space.weighted ? await store.weighting(wholeUser(USER), space.id) : null;
  const embedder = await createEmbedder({ kind: "static", folder });
  try {
    const questions = Array.from({ length: QUESTIONS }, () => wish.corpus.question(wish.nextQuestion()));
    return (await embedder.embed(questions, { kind: "query", weighting })).filter((vector) => vector !== null);
  } finally {
    await embedder.close();
  }
}

interface Exact {
  /** Of the best so far, by id of the document. */
  cosines: Map<string, number>;
  /** The last of the nearest. */
  least: number;
}

/** One pass over the table, all questions at once; keeps what may still belong to the nearest. */
function exactNearest(file: string, space: Space, queries: readonly Float32Array[]): Exact[] {
  const database = new Database(file, { readonly: true });
  try {
    const best: Exact[] = queries.map(() => ({ cosines: new Map<string, number>(), least: -Infinity }));
    const rows = database.prepare<[], { id: string; vector: Buffer }>(`SELECT d.id, v.vector FROM vector_${space.id} v JOIN document d ON d.rid = v.rid WHERE v.vector IS NOT NULL`);
    for (const { id, vector } of rows.iterate()) {
      const components = new Float32Array(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength));
      for (const [index, query] of queries.entries()) {
        const cosine = dot(query, components);
        const entry = best[index]!;
        if (cosine < entry.least - SAME) continue;
        entry.cosines.set(id, cosine);
        if (entry.cosines.size > 4 * NEAREST) prune(entry);
      }
    }
    best.forEach(prune);
    return best;
  } finally {
    database.close();
  }
}

function prune(entry: Exact): void {
  const ranked = [...entry.cosines].sort((a, b) => b[1] - a[1]);
  entry.least = ranked[Math.min(NEAREST, ranked.length) - 1]?.[1] ?? -Infinity;
  entry.cosines = new Map(ranked.filter(([, cosine]) => cosine >= entry.least - SAME));
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}
