import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";

import { sessionKeyOf } from "../session-key.ts";
import type { StoredEntity } from "../rules/knowledge.ts";
import { canonicalRecord, recordKey } from "../transfer/canonical-record.ts";
import type { EndRecord, EntityRecord, ImportPage, ImportState, MentionRecord, TransferRecord, TurnRecord } from "../transfer.ts";
import type { StoredDocument, StoredSession, StoredTurn, UserState } from "./user-state.ts";
import { emptyUser } from "./user-state.ts";

/** A user who is being imported, or was. */
export interface Import extends ImportState {
  user: UserState;
}

export function newImport(stream: string): Import {
  return { stream, position: "", ended: false, user: emptyUser() };
}

/** A part of a user cannot be moved: what it is linked with would stay behind. */
export function checkWhole(realm: Realm): void {
  if (realm.namespaces !== "all") throw new CortexError("invalid_realm", { detail: "Only a whole user can be moved, with all namespaces." });
}

const termsOf = (terms: readonly string[]): string[] => terms.filter((term) => term !== "");

function recordOf(document: StoredDocument): TransferRecord {
  if (document.kind === "memory") {
    const { memory, words, signals } = document;
    return { kind: "memory", memory, terms: termsOf(document.terms), words, signals };
  }
  const { serial, namespace, session, capturedAt, improvable, turn } = document;
  const position = session.turns.indexOf(document);
  return { kind: "turn", serial, namespace, sessionId: session.header.sessionId, position, turn: { ...turn, terms: termsOf(turn.terms) }, capturedAt, improvable };
}

/** Nothing can be said without a vector of a memory that is retired. */
const isDone = (document: StoredDocument | undefined, vector: Float32Array | null): boolean =>
  document !== undefined && (vector !== null || document.kind === "turn" || document.memory.retiredAt === null);

function vectorsOf(user: UserState): TransferRecord[] {
  const places = new Map([...user.documents.keys()].map((id, place) => [id, place]));
  return user.spaces.flatMap(({ space, vectors }) =>
    [...vectors]
      .filter(([id, vector]) => isDone(user.documents.get(id), vector))
      .sort(([a], [b]) => places.get(a)! - places.get(b)!)
      .map(([id, vector]): TransferRecord => ({ kind: "vector", spaceId: space.id, id, vector })),
  );
}

function mentionsOf(entities: readonly StoredEntity[]): TransferRecord[] {
  return entities.flatMap(({ id, names, documents }) =>
    [...documents].map((documentId): TransferRecord => {
      const keys = names.filter(({ sources }) => sources.has(documentId)).map(({ key }) => key);
      return { kind: "mention", entityId: id, documentId, keys: keys.sort() };
    }),
  );
}

/** Everything of a user, in the order of `TRANSFER_ORDER`, without the end. */
export function recordsOf(user: UserState): TransferRecord[] {
  const entities = [...user.entities.values()];
  const tombstones = [...user.tombstones].map(([key, at]): TransferRecord => {
    const [namespace, contentHash] = JSON.parse(key) as [string, string];
    return { kind: "tombstone", namespace, contentHash, at };
  });
  return [
    ...user.spaces.map(({ space, weighting }): TransferRecord => ({ kind: "space", space, weighting })),
    ...user.sessions.map(({ namespace, header, revision, turns }): TransferRecord => ({ kind: "session", namespace, header, revision, turns: turns.length })),
    ...[...user.documents.values()].map(recordOf),
    ...vectorsOf(user),
    ...entities.map(({ serial, id, namespace, type, createdAt, names }): TransferRecord => ({ kind: "entity", serial, id, namespace, type, createdAt, names: names.map(({ key, name }) => ({ key, name })) })),
    ...entities.flatMap(({ id, mergedInto }): TransferRecord[] => (mergedInto === null ? [] : [{ kind: "merge", from: id, into: mergedInto }])),
    ...mentionsOf(entities),
    ...[...user.relations.values()].map((relation): TransferRecord => ({ kind: "relation", relation })),
    ...tombstones,
    ...[...user.receipts.values()].map((receipt): TransferRecord => ({ kind: "receipt", receipt })),
    ...[...user.idempotent.values()].map((answer): TransferRecord => ({ kind: "answer", answer })),
    ...[...user.llmCalls.values()].map((call): TransferRecord => ({ kind: "llm_call", call })),
  ];
}

export const endOf = ({ lastSerial, lastEntity, lastSpaceId }: UserState): EndRecord => ({ kind: "end", lastSerial, lastEntity, lastSpace: lastSpaceId });

function conflict(record: TransferRecord, why: string): CortexError {
  return new CortexError("import_conflict", { detail: `The record "${recordKey(record)}" ${why}.` });
}

/** What a record names; throws when it is not there. */
function there<Thing>(record: TransferRecord, thing: Thing | undefined): Thing {
  if (thing === undefined) throw conflict(record, "names what is not there");
  return thing;
}

function addDocument(user: UserState, record: TransferRecord, document: StoredDocument): void {
  if (document.serial <= user.lastSerial) throw conflict(record, "comes out of order");
  user.lastSerial = document.serial;
  user.documents.set(document.id, document);
}

function addTurn(user: UserState, record: TurnRecord): void {
  const { serial, namespace, sessionId, position, turn, capturedAt, improvable } = record;
  const session = there(record, user.sessions.find((each) => each.namespace === namespace && each.header.sessionId === sessionId));
  const stored: StoredTurn = { kind: "turn", serial, id: turn.id, namespace, turn, session, capturedAt, improvable };
  addDocument(user, record, stored);
  session.turns[position] = stored;
}

function addEntity(user: UserState, record: EntityRecord): void {
  const { kind: _, names, ...fields } = record;
  if (record.serial <= user.lastEntity || names.length === 0) throw conflict(record, "comes out of order, or has no name");
  user.lastEntity = record.serial;
  user.entities.set(record.id, { ...fields, mergedInto: null, names: names.map((name) => ({ ...name, sources: new Set<string>() })), documents: new Set() });
}

function addMention(user: UserState, record: MentionRecord): void {
  const entity = there(record, user.entities.get(record.entityId));
  there(record, user.documents.get(record.documentId));
  entity.documents.add(record.documentId);
  for (const key of record.keys) there(record, entity.names.find((name) => name.key === key)).sources.add(record.documentId);
}

/** As many places as it has turns, still empty. */
const emptySession = (turns: number): StoredTurn[] => Object.assign([] as StoredTurn[], { length: turns });

function add(user: UserState, record: Exclude<TransferRecord, EndRecord>): void {
  switch (record.kind) {
    case "space":
      user.spaces.push({ space: record.space, weighting: record.weighting, vectors: new Map() });
      return;
    case "session": {
      const { namespace, header, revision, turns } = record;
      const session: StoredSession = { namespace, header, revision, turns: emptySession(turns) };
      return void user.sessions.push(session);
    }
    case "turn":
      return addTurn(user, record);
    case "memory": {
      const { memory, terms, words, signals } = record;
      const { serial, id, namespace } = memory;
      return addDocument(user, record, { kind: "memory", serial, id, namespace, memory, terms, words, signals });
    }
    case "vector": {
      there(record, user.documents.get(record.id));
      return void there(record, user.spaces.find(({ space }) => space.id === record.spaceId)).vectors.set(record.id, record.vector);
    }
    case "entity":
      return addEntity(user, record);
    case "merge":
      there(record, user.entities.get(record.from)).mergedInto = there(record, user.entities.get(record.into)).id;
      return;
    case "mention":
      return addMention(user, record);
    case "relation": {
      const { subjectId, objectId, memoryId, turnId } = record.relation;
      for (const id of [subjectId, objectId]) if (id !== null) there(record, user.entities.get(id));
      for (const id of [memoryId, turnId]) if (id !== null) there(record, user.documents.get(id));
      return void user.relations.set(record.relation.id, record.relation);
    }
    case "tombstone":
      return void user.tombstones.set(sessionKeyOf(record.namespace, record.contentHash), record.at);
    case "receipt":
      return void user.receipts.set(record.receipt.id, record.receipt);
    case "answer":
      return void user.idempotent.set(record.answer.key, record.answer);
    case "llm_call":
      return void user.llmCalls.set(record.call.id, record.call);
  }
}

function end(user: UserState, { lastSerial, lastEntity, lastSpace }: EndRecord): void {
  user.lastSerial = Math.max(user.lastSerial, lastSerial);
  user.lastEntity = Math.max(user.lastEntity, lastEntity);
  user.lastSpaceId = Math.max(user.lastSpaceId, lastSpace);
  user.revisions.knowledge += 1;
  user.revisions.content += 1;
}

/** On a copy of the import and of the user as he is, so that a page that throws leaves nothing behind. */
export function importPage(importing: Import, page: ImportPage): void {
  if (importing.stream !== page.stream) throw new CortexError("import_conflict", { detail: "The user is being imported from elsewhere, or was." });
  const { user, ended } = importing;
  const known = new Map(recordsOf(user).map((record) => [recordKey(record), canonicalRecord(record)]));
  for (const record of page.records) {
    const before = known.get(recordKey(record));
    if (record.kind === "end") {
      if (!ended) end(user, record);
      importing.ended = true;
    } else if (before === undefined) {
      if (ended) throw conflict(record, "is not there any more");
      add(user, record);
      known.set(recordKey(record), canonicalRecord(record));
    } else if (before !== canonicalRecord(record)) throw conflict(record, "differs from what is there");
  }
  if (!ended) importing.position = page.position;
}
