import { CortexError, writeNamespace } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory, SupersedeWrite } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { joinConflict, leaveConflict } from "./conflicts.ts";
import { followMemory } from "./graph-writes.ts";
import { memoryRid } from "./records.ts";
import { encodeTerms } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

const REINFORCEMENT = 0.05;

/** Number of turns that the memory did not rest on before. */
function addProvenance(database: UserDatabase, memory: number, turnIds: readonly string[]): number {
  return database.run(
    "INSERT OR IGNORE INTO provenance (memory, turn_id) SELECT @memory, value FROM json_each(@turnIds) WHERE TRUE ORDER BY key",
    { memory, turnIds: JSON.stringify(turnIds) },
  );
}

function insertDocument({ database, realm }: Call, memory: NewMemory): number {
  const terms = encodeTerms(memory.terms);
  return database.insert(
    `INSERT INTO document (id, kind, namespace, session_id, speaker, words, signals, term_count, observed_at, created_at, type, valid_from, valid_to,
       expires_at, content_hash, text, terms)
     VALUES (@id, 'memory', @namespace, @sessionId, @speaker, @words, @signals, @termCount, @observedAt, @createdAt, @type, @validFrom, @validTo,
       @expiresAt, @contentHash, @text, @terms)`,
    { ...memory, namespace: writeNamespace(realm), terms: terms.text, termCount: terms.count },
  );
}

/** A memory whose id is stored already is left as it is. */
function createMemory(call: Call, memory: NewMemory): void {
  if (call.database.value("SELECT 1 FROM document WHERE id = @id", { id: memory.id }) !== undefined) {
    return;
  }
  const rid = insertDocument(call, memory);
  call.database.run(
    `INSERT INTO memory (rid, lifetime, topic, importance, confidence, visibility, tags, project, source, supersedes, episode_start, episode_end)
     VALUES (@rid, @lifetime, @topic, @importance, @confidence, @visibility, @tags, @project, @source, @supersedes, @episodeStart, @episodeEnd)`,
    { ...memory, rid, tags: JSON.stringify(memory.tags) },
  );
  addProvenance(call.database, rid, memory.provenance);
}

function existing(call: Call, id: string): number {
  const rid = memoryRid(call.database, call.realm, id);
  if (rid === undefined) {
    throw new CortexError("not_found", { detail: "The memory that the change names is not there." });
  }
  return rid;
}

function reinforce(call: Call, id: string, turnIds: readonly string[]): void {
  const rid = existing(call, id);
  const added = addProvenance(call.database, rid, turnIds);
  if (turnIds.length === 0 || added > 0) {
    call.database.run("UPDATE memory SET confidence = min(1, confidence + @step), reinforced_count = reinforced_count + 1 WHERE rid = @rid", {
      rid,
      step: REINFORCEMENT,
    });
  }
}

/** The first end stands. */
function endInWorld(database: UserDatabase, end: { rid: number; endsAt: number; at: number }): void {
  database.run("UPDATE document SET valid_to = min(coalesce(valid_to, @endsAt), @endsAt) WHERE rid = @rid", { ...end });
  database.run("UPDATE memory SET superseded_at = coalesce(superseded_at, @at) WHERE rid = @rid", { ...end });
}

/** A second successor does not change what the first one did. */
function supersede(call: Call, { memoryId, memory, at, change, endsAt }: SupersedeWrite): void {
  const rid = existing(call, memoryId);
  createMemory(call, { ...memory, supersedes: memoryId });
  endInWorld(call.database, { rid, endsAt: change === "world" ? (endsAt ?? at) : at, at });
  if (change !== "world") call.database.run("UPDATE document SET retired_at = coalesce(retired_at, @at) WHERE rid = @rid", { rid, at });
  call.database.run("UPDATE memory SET superseded_by = coalesce(superseded_by, @successor) WHERE rid = @rid", { rid, successor: memory.id });
  leaveConflict(call.database, rid);
  followMemory(call.database, rid);
}

function end(call: Call, { memoryId, endsAt, at, turnIds }: MemoryWrite & { action: "end" }): void {
  const rid = existing(call, memoryId);
  addProvenance(call.database, rid, turnIds);
  endInWorld(call.database, { rid, endsAt, at });
  leaveConflict(call.database, rid);
  followMemory(call.database, rid);
}

function contradict(call: Call, write: MemoryWrite & { action: "conflict" }): void {
  const { database } = call;
  if (database.value("SELECT 1 FROM document WHERE id = @id", { id: write.memory.id }) !== undefined) return;
  const named = write.with.map((id) => existing(call, id));
  const open = named.filter((rid) => isOpen(database, rid, write.at));
  createMemory(call, write.memory);
  if (open.length > 0) joinConflict(database, [existing(call, write.memory.id), ...open], write.group);
}

/** Not over at the moment, whatever its beginning. */
function isOpen(database: UserDatabase, rid: number, at: number): boolean {
  const sql = `SELECT 1 FROM document WHERE rid = @rid AND retired_at IS NULL AND (valid_to IS NULL OR valid_to > @at) AND (expires_at IS NULL OR expires_at > @at)`;
  return database.value(sql, { rid, at }) !== undefined;
}

/** One decision, in the transaction of the call. */
export function writeMemory(call: Call, write: MemoryWrite): void {
  switch (write.action) {
    case "create":
      return createMemory(call, write.memory);
    case "supersede":
      return supersede(call, write);
    case "conflict":
      return contradict(call, write);
    case "end":
      return end(call, write);
    case "reinforce":
      return reinforce(call, write.memoryId, write.turnIds);
    case "addProvenance":
      addProvenance(call.database, existing(call, write.memoryId), write.turnIds);
  }
}
