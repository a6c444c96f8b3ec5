import type { Realm } from "@memory-cortex/models";
import { allowsNamespace } from "@memory-cortex/models";
import type { DocumentKind } from "@memory-cortex/models";

import type { UserDatabase } from "./user-database.ts";

const GROWTH = 1.25;

/** Rows read at once. */
const PAGE = 1_000;

type AddedDocument = [rid: number, terms: number, namespace: string, kind: DocumentKind];

interface Group {
  namespace: string;
  kind: DocumentKind;
}

/**
 * What a search asks of every document, by rid, 8 bytes each: the number of its terms, and its group (namespace and kind). Neither
 * ever changes and rids are never used again, so the arrays only grow at the end: one short range read before each search. A document
 * that was erased keeps its place here; only the file says what is there.
 */
export class DocumentArrays {
  lengths = new Uint32Array(1024);
  groups = new Uint32Array(1024);
  readonly #database: UserDatabase;
  readonly #groups: Group[] = [];
  readonly #groupNumbers = new Map<string, number>();
  #last = 0;

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  get bytes(): number {
    return this.lengths.byteLength + this.groups.byteLength;
  }

  /** Reads what was added since; up to date with the current transaction then. */
  catchUp(): void {
    for (let page = this.#nextPage(); page.length > 0; page = this.#nextPage()) {
      for (const [rid, terms, namespace, kind] of page) {
        this.#reserve(rid);
        this.lengths[rid] = terms;
        this.groups[rid] = this.#groupOf(namespace, kind);
        this.#last = rid;
      }
    }
  }

  #nextPage(): AddedDocument[] {
    return this.#database.tuples(
      `SELECT rid, term_count, namespace, kind FROM document INDEXED BY document_brief WHERE rid > @last ORDER BY rid LIMIT ${PAGE}`,
      { last: this.#last },
    );
  }

  /** By group, 1 where documents of these kinds lie in the realm. */
  allowed(realm: Realm, kinds: readonly DocumentKind[]): Uint8Array {
    return Uint8Array.from(this.#groups, ({ namespace, kind }) => (kinds.includes(kind) && allowsNamespace(realm, namespace) ? 1 : 0));
  }

  #groupOf(namespace: string, kind: DocumentKind): number {
    const key = `${kind} ${namespace}`;
    const known = this.#groupNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.#groups.push({ namespace, kind }) - 1;
    this.#groupNumbers.set(key, number);
    return number;
  }

  #reserve(rid: number): void {
    if (rid < this.lengths.length) return;
    const capacity = Math.ceil((rid + 1) * GROWTH);
    const [lengths, groups] = [new Uint32Array(capacity), new Uint32Array(capacity)];
    lengths.set(this.lengths);
    groups.set(this.groups);
    this.lengths = lengths;
    this.groups = groups;
  }
}
