import type { HitTable } from "../hit-table.ts";
import { ID_BYTES } from "../hit-table.ts";
import type { DocumentColumns } from "./document-columns.ts";

/** What a table says again and again, each once; the table knows it by its place. */
class Places<Key> {
  readonly keys: Key[] = [];
  readonly #places = new Map<Key, number>();

  placeOf(key: Key): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/** Documents as hits, in the given order, with `width` values each, one document's after another's. */
export function tabulateHits(documents: DocumentColumns, rids: readonly number[], { width, values }: Pick<HitTable, "width" | "values">): HitTable {
  const count = rids.length;
  const { columns, ids, memories } = documents;
  const numbers = (): Uint16Array => new Uint16Array(count);
  const table: HitTable = {
    count, width, values,
    ids: new Uint8Array(count * ID_BYTES), otherIds: new Map(),
    sessions: numbers(), groups: numbers(), roles: numbers(), speakers: numbers(),
    positions: new Int32Array(count), words: new Uint32Array(count), signals: new Uint32Array(count), observedAt: new Float64Array(count),
    sessionKeys: [], groupNames: [], roleNames: [], speakerNames: [],
  };
  // Turns by the number of their session, memories by its key.
  const sessions = new Places<number | string | null>();
  const [groups, roles, speakers] = [new Places<number>(), new Places<number>(), new Places<number>()];
  for (let index = 0; index < count; index += 1) {
    const rid = rids[index]!;
    const other = ids.copy(rid, table.ids, index * ID_BYTES);
    if (other !== null) table.otherIds.set(index, other);
    const session = columns.sessions[rid]!;
    table.sessions[index] = sessions.placeOf(session === 0 ? (memories.get(rid)?.sessionKey ?? null) : session);
    table.groups[index] = groups.placeOf(columns.groups[rid]!);
    table.roles[index] = roles.placeOf(columns.roles[rid]!);
    table.speakers[index] = speakers.placeOf(columns.speakers[rid]!);
    table.positions[index] = columns.positions[rid]!;
    table.words[index] = columns.words[rid]!;
    table.signals[index] = columns.signals[rid]!;
    table.observedAt[index] = columns.observedAt[rid]!;
  }
  table.sessionKeys = sessions.keys.map((key) => (typeof key === "number" ? documents.sessionKeys.get(key)! : key));
  table.groupNames = groups.keys.map((group) => documents.groups.values[group]!);
  table.roleNames = roles.keys.map((role) => documents.roles.values[role]!);
  table.speakerNames = speakers.keys.map((speaker) => documents.speakers.values[speaker]!);
  return table;
}
