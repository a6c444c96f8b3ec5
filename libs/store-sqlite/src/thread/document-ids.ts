import { ID_BYTES } from "../hit-table.ts";

const PLAIN_ID = /^[\x21-\x7e]{36}$/u;
/** Whether an id has the usual form. */
export const isPlainId = (id: string): boolean => PLAIN_ID.test(id);

/** Slots of the hash table for each rid: at most half of them are taken. */
const SLOTS_EACH = 2;

/**
 * Ids by rid and rids by id. Ids of the usual form are bytes, 36 each, found by a hash table of 8 bytes each that is made when first asked
 * for: a million strings would cost three times as much, and the collector's time. All others are strings.
 */
export class DocumentIds {
  #bytes = Buffer.alloc(1024 * ID_BYTES);
  readonly #others = new Map<number, string>();
  readonly #otherRids = new Map<string, number>();
  /** Rids by the hash of their ids, open addressing, 0 where free; null until asked for. */
  #table: Uint32Array | null = null;
  #last = 0;

  get bytes(): number {
    return this.#bytes.length + (this.#table?.byteLength ?? 0) + this.#others.size * 200;
  }

  /** Makes the hash table now, .2 µs an id: the first question for an id does not pay for it. */
  prepare(): void {
    this.#table ??= this.#makeTable();
  }

  /** Makes room for rids below the capacity. */
  reserve(capacity: number): void {
    const larger = Buffer.alloc(capacity * ID_BYTES);
    this.#bytes.copy(larger);
    this.#bytes = larger;
    this.#table = null;
  }

  set(rid: number, id: string): void {
    this.#last = Math.max(this.#last, rid);
    if (isPlainId(id)) {
      this.#bytes.write(id, rid * ID_BYTES, ID_BYTES, "latin1");
      if (this.#table !== null) this.#enter(this.#table, rid);
    } else {
      this.#others.set(rid, id);
      this.#otherRids.set(id, rid);
    }
  }

  /** Ids of consecutive rids, {@link ID_BYTES} each, zero where there is none of the usual form. There must be room. */
  setAll(start: number, ids: Uint8Array): void {
    this.#bytes.set(ids, start * ID_BYTES);
    this.#last = Math.max(this.#last, start + ids.length / ID_BYTES - 1);
    this.#table = null;
  }

  delete(rid: number): void {
    const other = this.#others.get(rid);
    if (other !== undefined) this.#otherRids.delete(other);
    this.#others.delete(rid);
    // What the table says of it is then no longer found to be true.
    this.#bytes.fill(0, rid * ID_BYTES, (rid + 1) * ID_BYTES);
  }

  /** Copies an id of the usual form; returns any other. */
  copy(rid: number, target: Uint8Array, at: number): string | null {
    // A search copies a thousand: calling out of JavaScript for each would take longer than the copy.
    const from = rid * ID_BYTES;
    for (let index = 0; index < ID_BYTES; index += 1) target[at + index] = this.#bytes[from + index]!;
    return this.#others.size === 0 ? null : (this.#others.get(rid) ?? null);
  }

  /** 0 when nothing has the id. */
  ridOf(id: string): number {
    if (this.#others.size > 0) {
      const other = this.#otherRids.get(id);
      if (other !== undefined) return other;
    }
    if (id.length !== ID_BYTES) return 0;
    const table = (this.#table ??= this.#makeTable());
    for (let slot = hashOf(id) % table.length; table[slot] !== 0; slot = (slot + 1) % table.length) {
      if (this.#holds(table[slot]!, id)) return table[slot]!;
    }
    return 0;
  }

  #holds(rid: number, id: string): boolean {
    const at = rid * ID_BYTES;
    for (let index = 0; index < ID_BYTES; index += 1) if (this.#bytes[at + index] !== id.charCodeAt(index)) return false;
    return true;
  }

  #makeTable(): Uint32Array {
    const table = new Uint32Array((this.#bytes.length / ID_BYTES) * SLOTS_EACH);
    for (let rid = 1; rid <= this.#last; rid += 1) if (this.#bytes[rid * ID_BYTES] !== 0) this.#enter(table, rid);
    return table;
  }

  #enter(table: Uint32Array, rid: number): void {
    let slot = hash(this.#bytes, rid * ID_BYTES) % table.length;
    while (table[slot] !== 0 && table[slot] !== rid) slot = (slot + 1) % table.length;
    table[slot] = rid;
  }
}

/** The same of an id of the usual form; without a copy, for a search asks for hundreds. */
function hashOf(id: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < ID_BYTES; index += 1) sum = Math.imul(sum ^ id.charCodeAt(index), 0x01000193);
  return sum >>> 0;
}

/** FNV-1a over the bytes of an id. */
function hash(bytes: Buffer, at: number): number {
  let sum = 0x811c9dc5;
  for (let index = at; index < at + ID_BYTES; index += 1) sum = Math.imul(sum ^ bytes[index]!, 0x01000193);
  return sum >>> 0;
}
