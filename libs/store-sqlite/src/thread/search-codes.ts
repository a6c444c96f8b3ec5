import type { SimilarityQuery, VectorHit, VectorQuery } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { selectAllowed, selectNeighbours, toRef } from "./hits.ts";
import type { HitRow } from "./hits.ts";
import { CANDIDATES, rankCodes } from "./rank-codes.ts";
import type { RankedSlot } from "./rank-codes.ts";
import { searchCondition } from "./realm-sql.ts";
import type { Condition } from "./realm-sql.ts";
import type { VectorCodes } from "./vector-codes.ts";

/** How many more are looked at when realm and filter keep too few of the nearest. */
const GROWTH = 8;

interface CodeSearch {
  call: Call;
  query: VectorQuery;
  condition: Condition;
  codes: VectorCodes;
}

/** Codes and document arrays of the space, as of the current transaction. */
function codesOf({ database }: Call, query: { spaceId: number; vector: Float32Array }, documents: number): VectorCodes {
  database.documents.catchUp();
  return database.codes.current({ id: query.spaceId, dimension: query.vector.length }, documents);
}

/** Slots of documents in the realm and of the kinds asked for: both never change, so memory knows them. */
function slotsOfRealm({ call, query, codes }: CodeSearch): Uint32Array {
  const { documents } = call.database;
  const allowed = documents.allowed(call.realm, query.filter.kinds);
  const slots = new Uint32Array(codes.length);
  let count = 0;
  for (let slot = 0; slot < codes.length; slot += 1) {
    if (allowed[documents.groups[codes.rids[slot]!]!] === 1) {
      slots[count] = slot;
      count += 1;
    }
  }
  return slots.subarray(0, count);
}

/** The first of the ranked that the file lets through; fewer than the limit when that is all. */
function firstAllowed({ call, query, condition, codes }: CodeSearch, ranked: readonly RankedSlot[]): HitRow[] {
  for (let reach = query.limit + 32; ; reach *= GROWTH) {
    const rids = ranked.slice(0, reach).map(({ slot }) => codes.rids[slot]!);
    const allowed = selectAllowed(call.database, condition, rids);
    if (allowed.length >= query.limit || rids.length === ranked.length) return allowed.slice(0, query.limit);
  }
}

/** A filter that keeps few of the candidates is applied to all documents first. */
function rankFiltered(search: CodeSearch): HitRow[] {
  const { call, condition, codes, query } = search;
  const rids = call.database.column<number>(`SELECT d.rid FROM document d INDEXED BY document_brief WHERE d.rid > 0 AND ${condition.sql}`, condition.parameters);
  const slots = rids.map((rid) => codes.slotOf(rid)).filter((slot) => slot !== -1);
  return firstAllowed(search, rankCodes(codes, query.vector, Uint32Array.from(slots)));
}

/** Nearest neighbours by the codes in memory; realm and filter are judged by the file. */
export function searchCodes(call: Call, query: VectorQuery, documents: number): VectorHit[] {
  const codes = codesOf(call, query, documents);
  const search: CodeSearch = { call, query, codes, condition: searchCondition(call.realm, query.filter) };
  const slots = slotsOfRealm(search);
  let hits = firstAllowed(search, rankCodes(codes, query.vector, slots));
  if (hits.length < query.limit && slots.length > CANDIDATES) hits = rankFiltered(search);
  const rows = [...hits, ...selectNeighbours(call.database, search.condition, { hits, window: query.window })];
  return rows.flatMap((row) => {
    const slot = codes.slotOf(row.rid);
    return slot === -1 ? [] : [{ ref: toRef(row), cosine: codes.cosine(slot, query.vector) }];
  });
}

/** Cosines of the named documents in the realm that are still in the file and have a vector. */
export function compareCodes(call: Call, query: SimilarityQuery, documents: number): Map<string, number> {
  const codes = codesOf(call, query, documents);
  const found = call.database.all<{ id: string; rid: number }>(
    "SELECT d.id, d.rid FROM json_each(@ids) wanted CROSS JOIN document d ON d.id = wanted.value",
    { ids: JSON.stringify(query.ids) },
  );
  const { documents: arrays } = call.database;
  const allowed = arrays.allowed(call.realm, ["turn", "memory", "chunk"]);
  const cosines = new Map<string, number>();
  for (const { id, rid } of found) {
    const slot = codes.slotOf(rid);
    if (slot !== -1 && allowed[arrays.groups[rid]!] === 1) cosines.set(id, codes.cosine(slot, query.vector));
  }
  return cosines;
}
