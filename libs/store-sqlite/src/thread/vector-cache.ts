import { CodedVectors } from "./coded-vectors.ts";
import { KEPT_SPACE } from "./dropped-spaces.ts";
import { ExactVectors } from "./exact-vectors.ts";
import { vectorTable } from "./schema.ts";
import type { SpaceVectors } from "./space-vectors.ts";
import type { UserDatabase } from "./user-database.ts";
import { nextSegment } from "./vector-segments.ts";

/** Up to so many documents of the user, vectors are kept and compared as they are. */
export const EXACT_UP_TO_DOCUMENTS = 5_000;
/** Rows read at once: few enough to be gone before the collector must look for them. */
const PAGE = 100;

interface Kept {
  vectors: SpaceVectors;
  /** Writes to rows that were read already, as the file counts them. */
  rewrites: number;
  /** Of the file, when all of it had been read. */
  version: string;
}

/**
 * The vectors of the user's spaces, made from those in the file when first asked for. New vectors have larger rids and are appended. Writes
 * that change or null an older one are counted in the file: when the count rises, all are read again. Erased vectors are not looked for:
 * their documents are gone from the columns.
 */
export class VectorCache {
  readonly #database: UserDatabase;
  readonly #spaces = new Map<number, Kept>();

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  get bytes(): number {
    let sum = 0;
    for (const { vectors } of this.#spaces.values()) sum += vectors.bytes;
    return sum;
  }

  /** Up to date with the current transaction; the user has so many documents. Throws what `database.slice` throws; what was read is kept. */
  current(space: { id: number; dimension: number }, documents: number): SpaceVectors {
    const { version } = this.#database;
    const known = this.#spaces.get(space.id);
    if (known?.version === version) return known.vectors;
    const kept = this.#kept(space, documents);
    this.#append(kept.vectors, space.id);
    kept.version = version;
    return kept.vectors;
  }

  clear(): void {
    this.#spaces.clear();
  }

  #kept(space: { id: number; dimension: number }, documents: number): Kept {
    const rewrites = this.#database.value<number>("SELECT rewrites FROM vector_writes WHERE space = @id", { id: space.id })!;
    const known = this.#spaces.get(space.id);
    const outgrown = known?.vectors instanceof ExactVectors && documents > EXACT_UP_TO_DOCUMENTS;
    if (known !== undefined && known.rewrites === rewrites && !outgrown) return known;
    this.#forgetDropped();
    const vectors = documents > EXACT_UP_TO_DOCUMENTS ? new CodedVectors(space.dimension, documents) : new ExactVectors(space.dimension, documents);
    const kept = { vectors, rewrites, version: "" };
    this.#spaces.set(space.id, kept);
    return kept;
  }

  #append(vectors: SpaceVectors, spaceId: number): void {
    while (vectors instanceof CodedVectors) {
      const found = nextSegment(this.#database, { id: spaceId, dimension: vectors.dimension }, vectors.lastRid);
      if (found === null) break;
      this.#appendRows(vectors, spaceId, found.segment === null ? found.last : found.first - 1);
      if (found.segment !== null) vectors.appendSegment(found.segment);
      this.#database.slice.check();
    }
    this.#appendRows(vectors, spaceId, Number.MAX_SAFE_INTEGER);
  }

  /** Vectors behind the last that is kept, up to and with a rid. */
  #appendRows(vectors: SpaceVectors, spaceId: number, until: number): void {
    const vector = new Float32Array(vectors.dimension);
    const bytes = Buffer.from(vector.buffer);
    const sql = `SELECT rid, vector FROM ${vectorTable(spaceId)} WHERE rid > @last AND rid <= @until ORDER BY rid LIMIT ${PAGE}`;
    for (;;) {
      const page: [number, Buffer][] = this.#database.tuples(sql, { last: vectors.lastRid, until });
      for (const [rid, stored] of page) {
        // A copy: the buffer of a row need not be aligned.
        stored.copy(bytes);
        vectors.append(rid, vector);
      }
      if (page.length < PAGE) return;
      this.#database.slice.check();
    }
  }

  #forgetDropped(): void {
    const spaces = new Set(this.#database.column<number>(`SELECT id FROM space WHERE ${KEPT_SPACE}`));
    for (const id of this.#spaces.keys()) if (!spaces.has(id)) this.#spaces.delete(id);
  }
}
