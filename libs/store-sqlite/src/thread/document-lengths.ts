import type { UserDatabase } from "./user-database.ts";

const GROWTH = 1.5;

/**
 * Terms of every document by rid, 4 bytes each. Documents never change their terms and rids are never used again, so it only ever
 * grows at the end: one short range read before each search.
 */
export class DocumentLengths {
  readonly #database: UserDatabase;
  #lengths = new Uint32Array(1024);
  #last = 0;

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  /** Lengths by rid, up to date with the current transaction. */
  current(): Uint32Array {
    const rows = this.#database.all<{ rid: number; terms: number }>(
      "SELECT rid, term_count AS terms FROM document INDEXED BY document_length WHERE rid > @last ORDER BY rid",
      { last: this.#last },
    );
    for (const { rid, terms } of rows) {
      this.#reserve(rid);
      this.#lengths[rid] = terms;
      this.#last = rid;
    }
    return this.#lengths;
  }

  #reserve(rid: number): void {
    if (rid < this.#lengths.length) {
      return;
    }
    const larger = new Uint32Array(Math.ceil((rid + 1) * GROWTH));
    larger.set(this.#lengths);
    this.#lengths = larger;
  }
}
