import type { CaptureCommit, CaptureResult, CommitResult, MemoryCommit, MemoryWrite } from "@memory-cortex/store";
import { writeGraph, writeMemory as applyWrite } from "@memory-cortex/store/rules";
import { entityKey } from "@memory-cortex/text";

import type { BoltCall } from "../connection/bolt-call.ts";
import { isCapturable, markCaptured } from "../conversations/mark-captured.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { forgottenHashes } from "./memories.ts";
import { openWorkingSet } from "./working-set.ts";
import type { Named, WorkingSet } from "./working-set.ts";

function memoriesNamedBy(write: MemoryWrite): string[] {
  const created = "memory" in write ? [write.memory.id] : [];
  if (write.action === "create") return created;
  return [...created, ...(write.action === "conflict" ? write.with : [write.memoryId])];
}

/** All that the commit names, so that everything it may change is loaded. */
function namedBy({ writes, entities = [], mentions = [], relations = [], merges = [] }: MemoryCommit): Named {
  const created = relations.flatMap((write) => (write.action === "create" ? [write.relation] : []));
  const sources = created.flatMap(({ memoryId, turnId }) => [memoryId, turnId].filter((id) => id !== null));
  const ends = created.flatMap(({ subjectId, objectId }) => (objectId === null ? [subjectId] : [subjectId, objectId]));
  return {
    documents: [...writes.flatMap(memoriesNamedBy), ...mentions.map(({ documentId }) => documentId), ...sources],
    groups: writes.flatMap((write) => (write.action === "conflict" ? [write.group] : [])),
    entities: [...entities.map(({ id }) => id), ...mentions.map(({ entityId }) => entityId), ...ends, ...merges.flatMap(({ from, into }) => [from, into])],
    nameKeys: entities.map(({ name }) => entityKey(name)).filter((key) => key !== ""),
    relations: relations.map((write) => (write.action === "create" ? write.relation.id : write.id)),
  };
}

const isEmpty = ({ writes, entities = [], mentions = [], relations = [], merges = [] }: MemoryCommit): boolean =>
  [writes, entities, mentions, relations, merges].every((list) => list.length === 0);

async function apply(set: WorkingSet, commit: MemoryCommit): Promise<void> {
  if (isEmpty(commit)) return;
  await set.load(namedBy(commit));
  await set.loadHolders();
  if ((commit.merges?.length ?? 0) > 0) await set.loadStanding();
  await changeKnowledge(set, (scope) => {
    for (const write of commit.writes) applyWrite(scope, write);
    writeGraph(scope, commit);
  });
}

const isStale = ({ counters }: WorkingSet, { basedOn }: MemoryCommit): boolean => basedOn !== undefined && basedOn !== counters.knowledgeRevision;

export async function writeMemory(call: BoltCall, write: MemoryWrite): Promise<void> {
  await apply(await openWorkingSet(call), { writes: [write] });
}

export async function commitMemories(call: BoltCall, commit: MemoryCommit): Promise<CommitResult> {
  const set = await openWorkingSet(call);
  if (isStale(set, commit)) return { outcome: "stale" };
  await apply(set, commit);
  return { outcome: "committed" };
}

/** Marks the turns and applies the decisions, without those about statements that were forgotten meanwhile. */
export async function commitCapture(call: BoltCall, commit: CaptureCommit): Promise<CaptureResult> {
  const set = await openWorkingSet(call);
  if (isStale(set, commit)) return { outcome: (await isCapturable(call, commit)) ? "stale" : "repeated" };
  if (!(await markCaptured(call, commit))) return { outcome: "repeated" };
  const hashes = commit.writes.flatMap((write) => ("memory" in write ? [write.memory.contentHash] : []));
  const forgotten = hashes.length === 0 ? [] : await forgottenHashes(call, hashes);
  await apply(set, { ...commit, writes: commit.writes.filter((write) => !("memory" in write && forgotten.includes(write.memory.contentHash))) });
  return { outcome: "committed" };
}
