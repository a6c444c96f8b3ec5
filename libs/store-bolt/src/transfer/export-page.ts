import { CortexError } from "@memory-cortex/models";
import { PAGE_BYTES } from "@memory-cortex/store";
import type { ExportedPage, ExportRequest, TransferRecord } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { documentSizesQuery, exportIdsQuery, exportMentionsQuery, exportStateQuery, mentionedEntitiesQuery, exportSpacesQuery } from "../queries/export-records.ts";
import { KINDS, readVectors, toMention } from "./read-records.ts";
import type { MentionRow, Placed, RecordKind } from "./read-records.ts";

/** Read at once: a statement's answer is held in memory whole. */
const CHUNK = 200;
const RECORD_BYTES = 500;
/** Of a character. */
const BYTES_EACH = 2;
/** A user has a handful. */
const MOST_SPACES = 10_000;

type At = readonly [at1: number | string, at2: string];

interface Chunk {
  records: TransferRecord[];
  /** Behind the last row that was read; null when there are no more. */
  next: At | null;
}

/** One kind of record after the other. */
interface Stage {
  start: At;
  read(call: BoltCall, at: At, limit: number): Promise<Chunk>;
}

const placeOf = ({ at1, at2 = "" }: Placed): At => [at1, at2];

function stageOf(kind: RecordKind<object>): Stage {
  return {
    start: kind.start,
    read: async (call, [at1, at2], limit) => {
      const rows = await call.transaction.run<Placed>(kind.behind, { at1, at2, limit });
      return { records: await kind.toRecords(call, rows), next: rows.length < limit ? null : placeOf(rows.at(-1)!) };
    },
  };
}

const plainDocuments = stageOf(KINDS.documents);

/** A text may be as long as a page: so many are read as fit into one. */
const documentStage: Stage = {
  start: plainDocuments.start,
  read: async (call, at, limit) => {
    const sizes = await call.transaction.run<{ size: number }>(documentSizesQuery, { at1: at[0], limit });
    let [count, bytes] = [0, 0];
    while (count < sizes.length && (count === 0 || bytes + sizes[count]!.size * BYTES_EACH <= PAGE_BYTES)) {
      bytes += sizes[count]!.size * BYTES_EACH;
      count += 1;
    }
    return count === 0 ? { records: [], next: null } : plainDocuments.read(call, at, count);
  },
};

const vectorStage = (spaceId: number): Stage => ({
  start: [0, ""],
  read: async (call, [at1], limit) => {
    const rows = await call.transaction.run<Placed & { id: string }>(exportIdsQuery, { at1, limit });
    const places = new Map(rows.map(({ id }, place) => [id, place]));
    const records = await readVectors(call, rows.map(({ id }) => ({ spaceId, id })));
    const inOrder = records.sort((a, b) => (a.kind === "vector" && b.kind === "vector" ? places.get(a.id)! - places.get(b.id)! : 0));
    return { records: inOrder, next: rows.length < limit ? null : placeOf(rows.at(-1)!) };
  },
});

/** By entity, and within one by the place of the mention: an entity that is mentioned everywhere takes many chunks, and those that hardly are share one. */
const mentionStage: Stage = {
  start: [0, ""],
  read: async (call, [at1, at2], limit) => {
    const candidates = await call.transaction.run<{ serial: number; code: string; key: string; documents: number }>(mentionedEntitiesQuery, { at1, limit });
    const taken: typeof candidates = [];
    let expected = 0;
    for (const entity of candidates) {
      if (taken.length > 0 && expected + entity.documents > limit) break;
      taken.push(entity);
      expected += entity.documents;
    }
    if (taken.length === 0) return { records: [], next: null };
    const rows = await call.transaction.run<MentionRow>(exportMentionsQuery, { rows: taken.map(({ key, serial }) => ({ key, after: serial === at1 ? at2 : "" })), limit });
    const isEnd = rows.length < limit && taken.length === candidates.length && candidates.length < limit;
    const next: At | null = isEnd ? null : rows.length < limit ? [taken.at(-1)!.serial + 1, ""] : placeOf(rows.at(-1)!);
    return { records: rows.map(toMention), next };
  },
};

interface State {
  importing: string | null;
  lastSerial: number;
  lastEntity: number;
  lastSpace: number | null;
  revision: number;
}

async function stagesOf({ transaction }: BoltCall): Promise<Stage[]> {
  const spaces = await transaction.run<{ at1: number }>(exportSpacesQuery, { at1: 0, limit: MOST_SPACES });
  const { spaces: first, sessions, documents: _documents, entities, merges, ...others } = KINDS;
  return [...[first, sessions].map(stageOf), documentStage, ...spaces.map(({ at1 }) => vectorStage(at1)), ...[entities, merges].map(stageOf), mentionStage, ...Object.values(others).map(stageOf)];
}

function bytesOf(record: TransferRecord): number {
  if (record.kind === "turn") return RECORD_BYTES + record.turn.text.length * 4;
  if (record.kind === "memory") return RECORD_BYTES + record.memory.text.length * 4;
  if (record.kind === "vector") return RECORD_BYTES + (record.vector?.byteLength ?? 0);
  if (record.kind === "receipt") return RECORD_BYTES + record.receipt.body.length * 2;
  return record.kind === "answer" ? RECORD_BYTES + record.answer.response.length * 2 : RECORD_BYTES;
}

/** [revision, stage, at1, at2] */
type Cursor = [revision: number, stage: number, at1: number | string, at2: string];

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decode(after: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(after, "base64url").toString()) as unknown;
    if (Array.isArray(cursor) && cursor.length === 4 && Number.isSafeInteger(cursor[0]) && Number.isSafeInteger(cursor[1])) return cursor as Cursor;
  } catch {
    // Falls through to the one error below.
  }
  throw new CortexError("invalid_fields", { errors: [{ path: "after", code: "invalid_cursor", message: "use the cursor of an earlier page, unchanged" }] });
}

/** Servers keep no moment for a reader that takes many statements: what was written meanwhile is noticed by the user's revision. */
function checkUnchanged(state: State, cursor: Cursor | null): void {
  if (cursor !== null && cursor[0] !== state.revision) throw new CortexError("export_changed");
}

/** The statements of a page; the last one proves that they told of one moment. */
export async function exportPage(call: BoltCall, { after, limit }: ExportRequest): Promise<ExportedPage> {
  const [state] = await call.transaction.run<State>(exportStateQuery);
  if (state === undefined) return { records: [], next: null };
  const cursor = after === null ? null : decode(after);
  checkUnchanged(state, cursor);
  const stages = await stagesOf(call);
  const records: TransferRecord[] = [];
  let [bytes, place]: [number, At | null] = [0, cursor === null ? null : [cursor[2], cursor[3]]];
  for (let stage = cursor?.[1] ?? 0; stage < stages.length; stage += 1, place = null) {
    for (let at: At | null = place ?? stages[stage]!.start; at !== null; ) {
      if (records.length >= Math.max(1, limit) || bytes >= PAGE_BYTES) return { records, next: encode([state.revision, stage, ...at]) };
      const chunk: Chunk = await stages[stage]!.read(call, at, Math.min(CHUNK, Math.max(1, limit - records.length)));
      records.push(...chunk.records);
      bytes += chunk.records.reduce((sum, record) => sum + bytesOf(record), 0);
      at = chunk.next;
    }
  }
  const [last] = await call.transaction.run<State>(exportStateQuery);
  checkUnchanged(last ?? state, [state.revision, 0, 0, ""]);
  if (state.importing === null) records.push({ kind: "end", lastSerial: state.lastSerial, lastEntity: state.lastEntity, lastSpace: state.lastSpace ?? 0 });
  return { records, next: null };
}
