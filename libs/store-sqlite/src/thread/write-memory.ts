import { CortexError, writeNamespace } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory } from "@memory-cortex/store";

import type { Call } from "./call.ts";
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
    `INSERT INTO memory (rid, lifetime, topic, importance, confidence, visibility, tags, project, source, supersedes)
     VALUES (@rid, @lifetime, @topic, @importance, @confidence, @visibility, @tags, @project, @source, @supersedes)`,
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

/** The first end of the old version stands: a second successor does not move it. */
function supersede(call: Call, write: MemoryWrite & { action: "supersede" }): void {
  const rid = existing(call, write.memoryId);
  createMemory(call, { ...write.memory, supersedes: write.memoryId });
  const end = { rid, at: write.at, successor: write.memory.id };
  call.database.run(
    "UPDATE document SET valid_to = min(coalesce(valid_to, @at), @at), retired_at = coalesce(retired_at, @at) WHERE rid = @rid",
    end,
  );
  call.database.run("UPDATE memory SET superseded_by = coalesce(superseded_by, @successor) WHERE rid = @rid", end);
}

/** One decision, in the transaction of the call. */
export function writeMemory(call: Call, write: MemoryWrite): void {
  switch (write.action) {
    case "create":
      createMemory(call, write.memory);
      return;
    case "addProvenance":
      addProvenance(call.database, existing(call, write.memoryId), write.turnIds);
      return;
    case "reinforce":
      reinforce(call, write.memoryId, write.turnIds);
      return;
    case "supersede":
      supersede(call, write);
  }
}
