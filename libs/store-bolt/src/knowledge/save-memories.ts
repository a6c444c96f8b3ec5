import type { Memory } from "@memory-cortex/models";
import { sessionKeyOf } from "@memory-cortex/store";
import type { Knowledge, StoredMemory } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { retireDocuments } from "../documents/retire-documents.ts";
import { writeDocuments } from "../documents/write-documents.ts";
import type { NewDocument } from "../documents/write-documents.ts";
import { linkProvenanceQuery } from "../queries/link-provenance.ts";
import { updateMemoriesQuery } from "../queries/update-memories.ts";
import { keyOf } from "../records/keys.ts";
import { MEMORY_FIELDS } from "../records/memory-record.ts";
import { changesOf } from "./changes-of.ts";

interface Pair {
  /** Undefined for a memory that the write made. */
  before: Memory | undefined;
  stored: StoredMemory;
}

function memoriesOf(before: Knowledge, after: Knowledge): Pair[] {
  return [...after.documents.values()].flatMap((stored) => {
    if (stored.kind === "turn") return [];
    const known = before.documents.get(stored.id);
    return [{ before: known?.kind === "memory" ? known.memory : undefined, stored }];
  });
}

/** What the document itself has, beside the fields of its record. */
const OWN: ReadonlySet<string> = new Set(["id", "serial", "namespace", "observedAt", "createdAt"]);

function toDocument({ memory, terms, words, signals }: StoredMemory): NewDocument {
  const { id, namespace, sessionId, observedAt, createdAt } = memory;
  const sessionKey = sessionId === null ? null : sessionKeyOf(namespace, sessionId);
  const fields = Object.fromEntries(MEMORY_FIELDS.filter((field) => !OWN.has(field)).map((field) => [field, memory[field]]));
  return { id, namespace, sessionKey, terms, words, signals, observedAt, createdAt, fields };
}

/** Turns that a memory rests on since this write. */
const newProvenance = ({ before, stored }: Pair): string[] => stored.memory.provenance.filter((id) => before?.provenance.includes(id) !== true);

const isRetiredNow = ({ before, stored }: Pair): boolean => stored.memory.retiredAt !== null && (before?.retiredAt ?? null) === null;

/** New memories, and what has changed of those that were loaded. */
export async function saveMemories(call: BoltCall, before: Knowledge, after: Knowledge): Promise<void> {
  const { transaction, realm } = call;
  const key = (id: string): string => keyOf(realm.userId, id);
  const pairs = memoriesOf(before, after);
  const created = pairs.flatMap((pair) => (pair.before === undefined ? [toDocument(pair.stored)] : []));
  const changed = pairs.flatMap(({ before: old, stored }) => {
    const changes = old === undefined ? {} : changesOf(old, stored.memory);
    return Object.keys(changes).length === 0 ? [] : [{ key: key(stored.id), changes }];
  });
  const rests = pairs.map((pair) => ({ key: key(pair.stored.id), turns: newProvenance(pair).map(key) })).filter(({ turns }) => turns.length > 0);
  const retired = pairs.filter(isRetiredNow).map(({ stored }) => stored.id);
  await Promise.all([
    writeDocuments(call, { kind: "memory", documents: created }),
    changed.length > 0 && transaction.run(updateMemoriesQuery, { rows: changed }),
    rests.length > 0 && transaction.run(linkProvenanceQuery, { rows: rests }),
    retireDocuments(call, retired),
  ]);
}
