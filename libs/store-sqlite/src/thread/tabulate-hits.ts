import type { HitTable } from "../hit-table.ts";
import { ID_BYTES } from "../hit-table.ts";
import type { DocumentColumns } from "./document-columns.ts";

/** Strings of a table, each once; the table knows them by their place. */
class Places<Key, Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<Key, number>();

  placeOf(key: Key, value: () => Value): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.values.length);
    return this.values.push(value()) - 1;
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
  const [sessions, groups] = [new Places<number | string | null, string | null>(), new Places<number, HitTable["groupNames"][number]>()];
  const [roles, speakers] = [new Places<number, HitTable["roleNames"][number]>(), new Places<number, string | null>()];
  rids.forEach((rid, index) => {
    const other = ids.copy(rid, table.ids, index * ID_BYTES);
    if (other !== null) table.otherIds.set(index, other);
    const [session, group, role, speaker] = [columns.sessions[rid]!, columns.groups[rid]!, columns.roles[rid]!, columns.speakers[rid]!];
    const memoryKey = session === 0 ? (memories.get(rid)?.sessionKey ?? null) : null;
    table.sessions[index] = sessions.placeOf(session === 0 ? memoryKey : session, () => (session === 0 ? memoryKey : documents.sessionKeys.get(session)!));
    table.groups[index] = groups.placeOf(group, () => documents.groups.values[group]!);
    table.roles[index] = roles.placeOf(role, () => documents.roles.values[role]!);
    table.speakers[index] = speakers.placeOf(speaker, () => documents.speakers.values[speaker]!);
    table.positions[index] = columns.positions[rid]!;
    table.words[index] = columns.words[rid]!;
    table.signals[index] = columns.signals[rid]!;
    table.observedAt[index] = columns.observedAt[rid]!;
  });
  return Object.assign(table, { sessionKeys: sessions.values, groupNames: groups.values, roleNames: roles.values, speakerNames: speakers.values });
}
