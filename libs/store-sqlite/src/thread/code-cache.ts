import { vectorTable } from "./schema.ts";
import type { UserDatabase } from "./user-database.ts";
import { VectorCodes } from "./vector-codes.ts";

/** Rows read at once: few enough to be gone before the collector must look for them. */
const PAGE = 100;

interface Kept {
  codes: VectorCodes;
  /** Writes of vectors that the codes hold. */
  writes: number;
}

/**
 * Codes of the user's spaces, made from the vectors in the file when first asked for. Every write of a vector is counted in the file: when
 * the count went up by as many as there are new rows behind the last, these are appended, else all is read again. Erased vectors are not
 * looked for: their documents are gone, and every hit is checked against the file.
 */
export class CodeCache {
  readonly #database: UserDatabase;
  readonly #spaces = new Map<number, Kept>();

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  get bytes(): number {
    let sum = 0;
    for (const { codes } of this.#spaces.values()) sum += codes.memory;
    return sum;
  }

  /** Up to date with the current transaction. `expected` is about how many vectors there are. */
  current(space: { id: number; dimension: number }, expected: number): VectorCodes {
    const writes = this.#database.value<number>("SELECT count FROM vector_writes WHERE space = @id", { id: space.id })!;
    const kept = this.#spaces.get(space.id);
    if (kept !== undefined && this.#catchUp(kept, space.id, writes)) return kept.codes;
    this.#spaces.delete(space.id);
    this.#forgetDropped();
    const codes = new VectorCodes(space.dimension, expected);
    this.#append(codes, space.id, 0);
    this.#spaces.set(space.id, { codes, writes });
    return codes;
  }

  clear(): void {
    this.#spaces.clear();
  }

  #catchUp(kept: Kept, spaceId: number, writes: number): boolean {
    if (writes === kept.writes) return true;
    const before = kept.codes.length;
    this.#append(kept.codes, spaceId, before === 0 ? 0 : kept.codes.rids[before - 1]!);
    const appended = kept.codes.length - before;
    const whole = kept.writes + appended === writes;
    kept.writes = writes;
    return whole;
  }

  #append(codes: VectorCodes, spaceId: number, after: number): void {
    const vector = new Float32Array(codes.dimension);
    const bytes = Buffer.from(vector.buffer);
    const sql = `SELECT rid, vector FROM ${vectorTable(spaceId)} WHERE rid > @after ORDER BY rid LIMIT ${PAGE}`;
    for (let last: number | undefined = after; last !== undefined; ) {
      const page: [number, Buffer][] = this.#database.tuples(sql, { after: last });
      for (const [rid, stored] of page) {
        // A copy: the buffer of a row need not be aligned.
        stored.copy(bytes);
        codes.append(rid, vector);
      }
      last = page.at(-1)?.[0];
    }
  }

  #forgetDropped(): void {
    const spaces = new Set(this.#database.column<number>("SELECT id FROM space"));
    for (const id of this.#spaces.keys()) if (!spaces.has(id)) this.#spaces.delete(id);
  }
}
