import { realmOf } from "@memory-cortex/models";
import type { Dedupe, Document, ImportedMemory, Realm } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory, SupersedeWrite } from "@memory-cortex/store";

import { allowedType } from "../capture/untrusted.ts";
import { graphPartsOf } from "../entities/graph-parts.ts";
import { candidateOfMemory } from "../memories/candidate-of-memory.ts";
import { SESSION_LIFETIME_MS } from "../memories/life-span.ts";
import { memoryFromRequest } from "../memories/new-memory.ts";
import { userLockOf } from "../user-lock.ts";
import { breather } from "../breather.ts";
import type { ImportServices } from "./import-services.ts";
import type { NumberedLine } from "./read-lines.ts";

export interface MemoryImport {
  userId: string;
  memories: readonly NumberedLine<ImportedMemory>[];
  dedupe: Dedupe;
  dryRun: boolean;
  /** What of the user has one of the ids that the lines name, as their own or as that of the version before. */
  known: ReadonlyMap<string, Document>;
}

export interface MemoryCounts {
  imported: number;
  duplicate: number;
  forgotten: number;
}

/** One line on its way. */
interface Incoming {
  line: ImportedMemory;
  memory: NewMemory;
}

/** What became of the version before. */
type Change = Pick<SupersedeWrite, "memoryId" | "at" | "change" | "endsAt">;

/** Memories that are written in one transaction, with the names in them. */
const AT_ONCE = 100;
/** Content hashes that are asked for at once. */
const HASHES_AT_ONCE = 500;

const isCurrent = ({ retired_at: retiredAt, superseded_by: supersededBy }: ImportedMemory): boolean => retiredAt == null && supersededBy == null;

/** As a memory that a client tells: without secrets, analysed. What it was elsewhere stays: times, session, what it rests on. */
async function memoryOf(line: ImportedMemory, stamp: { id: string; now: number; namespace: string }): Promise<NewMemory> {
  const { content, lifetime, topic, tags, importance, confidence, visibility, project, source } = line;
  const now = line.created_at ?? stamp.now;
  const request = {
    content, type: allowedType(stamp.namespace, line.type), topic, tags, importance, confidence, visibility, project, source, lifetime: "permanent" as const,
    observed_at: line.observed_at ?? now, valid_from: line.valid_from ?? undefined, valid_to: line.valid_to ?? undefined,
  };
  return {
    ...(await memoryFromRequest(request, { id: stamp.id, now })),
    lifetime,
    expiresAt: line.expires_at ?? (lifetime === "session" ? now + SESSION_LIFETIME_MS : null),
    speaker: line.speaker ?? null,
    sessionId: line.session_id ?? null,
    episodeStart: line.episode_start ?? null,
    episodeEnd: line.episode_end ?? null,
    supersedes: line.supersedes ?? null,
    provenance: line.provenance,
  };
}

/** The import of the lines of one namespace. */
class NamespaceImport {
  readonly counts: MemoryCounts = { imported: 0, duplicate: 0, forgotten: 0 };
  readonly #breathe = breather();
  readonly #services: ImportServices;
  readonly #import: MemoryImport;
  readonly #namespace: string;
  readonly #realm: Realm;
  /** Ids that lines have had so far. */
  readonly #seen = new Set<string>();
  /** What was written, by the id that its line names. */
  readonly #written = new Map<string, Incoming>();
  readonly #groups = new Map<string, string[]>();
  /** Ids of versions that got their successor. */
  readonly #followed = new Set<string>();

  constructor(services: ImportServices, request: MemoryImport, namespace: string) {
    this.#services = services;
    this.#import = request;
    this.#namespace = namespace;
    this.#realm = realmOf(request.userId, [namespace]);
  }

  async run(lines: readonly ImportedMemory[]): Promise<void> {
    const now = this.#services.clock.now();
    const ordered = lines.toSorted((a, b) => (a.created_at ?? now) - (b.created_at ?? now));
    for (let from = 0; from < ordered.length; from += HASHES_AT_ONCE) {
      const incoming = await this.#wanted(ordered.slice(from, from + HASHES_AT_ONCE), now);
      this.counts.imported += incoming.length;
      for (let at = 0; at < incoming.length && !this.#import.dryRun; at += AT_ONCE) await this.#write(incoming.slice(at, at + AT_ONCE), now);
    }
    for (const { line, memory } of this.#written.values()) {
      if (line.retired_at != null && !this.#followed.has(memory.id)) await this.#services.store.retireMemory(this.#realm, { id: memory.id, at: line.retired_at });
    }
  }

  /** Without what is there already, and what was forgotten. */
  async #wanted(lines: readonly ImportedMemory[], now: number): Promise<Incoming[]> {
    const { dedupe } = this.#import;
    const fresh = dedupe === "none" ? lines : lines.filter(({ id }) => this.#isNew(id));
    const named: Incoming[] = [];
    for (const line of fresh) {
      named.push({ line, memory: await memoryOf(line, { id: this.#idFor(line), now, namespace: this.#namespace }) });
      await this.#breathe();
    }
    const hashes = [...new Set(named.map(({ memory }) => memory.contentHash))];
    const forgotten = new Set(await this.#services.store.forgottenHashes(this.#realm, hashes, { patient: true }));
    const allowed = named.filter(({ memory }) => !forgotten.has(memory.contentHash));
    const wanted = dedupe === "id_text" ? await this.#unsaid(allowed, hashes) : allowed;
    this.counts.forgotten += named.length - allowed.length;
    this.counts.duplicate += lines.length - named.length + (allowed.length - wanted.length);
    return wanted;
  }

  /** What is in force and says what something in force says already is one with it; versions of the past are kept as they are. */
  async #unsaid(incoming: readonly Incoming[], hashes: readonly string[]): Promise<Incoming[]> {
    const said = new Set((await this.#services.store.findByContentHash(this.#realm, hashes)).map(({ contentHash }) => contentHash));
    return incoming.filter(({ line, memory }) => {
      if (!isCurrent(line)) return true;
      const isNew = !said.has(memory.contentHash);
      said.add(memory.contentHash);
      return isNew;
    });
  }

  #isNew(id: string | undefined): boolean {
    if (id === undefined) return true;
    const isNew = !this.#seen.has(id) && !this.#import.known.has(id);
    this.#seen.add(id);
    return isNew;
  }

  #idFor({ id }: ImportedMemory): string {
    if (this.#import.dedupe !== "none") return id ?? this.#services.ids.next();
    return id !== undefined && this.#isNew(id) ? id : this.#services.ids.next();
  }

  /** One transaction: the memories, and the graph that their words make. */
  async #write(incoming: readonly Incoming[], at: number): Promise<void> {
    const { store, ids } = this.#services;
    const writes = incoming.map((each) => this.#writeOf(each));
    await userLockOf(store).run(this.#realm.userId, async () => {
      const { ambiguous: _, ...graph } = await graphPartsOf({ store, ids, realm: this.#realm, at }, { turns: [], candidates: incoming.map(({ memory }) => candidateOfMemory(memory)), writes });
      await store.commitMemories(this.#realm, { writes, ...graph });
    });
  }

  #writeOf(incoming: Incoming): MemoryWrite {
    const { line, memory } = incoming;
    const change = line.supersedes == null ? null : this.#changeOf(line.supersedes, memory.createdAt);
    if (line.id !== undefined) this.#written.set(line.id, incoming);
    if (change !== null) {
      this.#followed.add(change.memoryId);
      return { action: "supersede", memory, ...change };
    }
    const group = line.conflict_status === "active" ? (line.conflict_group ?? null) : null;
    if (group === null) return { action: "create", memory };
    const others = this.#groups.get(group) ?? [];
    this.#groups.set(group, [...others, memory.id]);
    return others.length === 0 ? { action: "create", memory } : { action: "conflict", memory, with: others, group, at: memory.createdAt };
  }

  /** Null when the version before is not here: the memory then only names it. */
  #changeOf(id: string, now: number): Change | null {
    const written = this.#written.get(id);
    if (written !== undefined) {
      const { retired_at: retiredAt, superseded_at: supersededAt, valid_to: validTo } = written.line;
      return { memoryId: written.memory.id, at: supersededAt ?? retiredAt ?? now, change: retiredAt == null ? "world" : "correction", ...(validTo == null ? {} : { endsAt: validTo }) };
    }
    const known = this.#import.known.get(id);
    if (known?.kind !== "memory" || known.supersededBy !== null || known.namespace !== this.#namespace) return null;
    return { memoryId: id, at: now, change: known.retiredAt === null ? "world" : "correction", ...(known.validTo === null ? {} : { endsAt: known.validTo }) };
  }
}

/** Memories as the lines tell them: nothing is decided against what is known, and what is there stays as it is. */
export async function importMemories(services: ImportServices, request: MemoryImport): Promise<MemoryCounts> {
  const counts: MemoryCounts = { imported: 0, duplicate: 0, forgotten: 0 };
  for (const [namespace, lines] of Map.groupBy(request.memories, (each) => each.namespace)) {
    const part = new NamespaceImport(services, request, namespace);
    await part.run(lines.map(({ line }) => line));
    for (const name of ["imported", "duplicate", "forgotten"] as const) counts[name] += part.counts[name];
  }
  return counts;
}
