import { realmOf } from "@memory-cortex/models";
import { toIso } from "@memory-cortex/models/wire";
import type { Clock, Document, ExportedTurn, ExportRecord, ExportRequest, Memory, Realm, Session, Turn } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { hasNoExportMarker } from "../clean/privacy-markers.ts";
import { redactSecrets } from "../clean/redact-secrets.ts";
import { toMemoryView } from "../memories/to-memory-view.ts";

export interface ExportServices {
  store: Pick<Store, "listMemories" | "listSessions" | "listTurns" | "openTurns" | "getDocuments">;
  clock: Clock;
}

/** Where a record stands in the export. */
interface Place {
  id: string;
  createdAt: number;
}

const PAGE = 1_000;
const SESSION_PAGE = 200;
/** Texts that are in memory at once. */
const BATCH = 200;

const byCreation = (a: Place, b: Place): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** One run over what is kept of a user: places first, by which texts are then read in order, a batch at a time. */
class Export {
  readonly #services: ExportServices;
  readonly #realm: Realm;
  readonly #request: ExportRequest;
  /** Turns that capture has not seen. */
  readonly #open = new Set<string>();

  constructor(services: ExportServices, realm: Realm, request: ExportRequest) {
    this.#services = services;
    this.#realm = realm;
    this.#request = request;
  }

  async *records(): AsyncGenerator<ExportRecord> {
    const { kinds, limit } = this.#request;
    const places: Place[] = [];
    if (kinds.includes("memory")) for await (const memory of this.#memories()) places.push({ id: memory.id, createdAt: memory.createdAt });
    if (kinds.includes("turn")) for await (const turn of this.#turns()) places.push({ id: turn.id, createdAt: turn.createdAt });
    const chosen = places.sort(byCreation).slice(0, limit);
    for (let from = 0; from < chosen.length; from += BATCH) {
      const ids = chosen.slice(from, from + BATCH).map(({ id }) => id);
      for (const document of await this.#services.store.getDocuments(this.#realm, ids)) {
        if (!hasNoExportMarker(document.text)) yield await this.#recordOf(document);
      }
    }
  }

  async *#memories(): AsyncGenerator<Memory> {
    const { store, clock } = this.#services;
    const { include_history: includeHistory, types, session_id: sessionId, source, project } = this.#request;
    const filter = { includeHistory, now: clock.now(), ...(project === undefined ? {} : { project }) };
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { items, next } = await store.listMemories(this.#realm, filter, { limit: PAGE, ...(cursor === "" ? {} : { cursor }) });
      for (const memory of items) {
        const isWanted = (types?.includes(memory.type) ?? true) && memory.sessionId === (sessionId ?? memory.sessionId) && memory.source === (source ?? memory.source);
        if (isWanted) yield memory;
      }
      cursor = next;
    }
  }

  async *#sessions(): AsyncGenerator<Session> {
    const { session_id: sessionId, source, project } = this.#request;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { items, next } = await this.#services.store.listSessions(this.#realm, { limit: SESSION_PAGE, ...(cursor === "" ? {} : { cursor }) });
      for (const session of items) {
        const isWanted = session.sessionId === (sessionId ?? session.sessionId) && session.channel === (source ?? session.channel) && session.project === (project ?? session.project);
        if (isWanted) yield session;
      }
      cursor = next;
    }
  }

  async *#turns(): AsyncGenerator<Turn> {
    const { store } = this.#services;
    for await (const { sessionId, namespace, turns, captured } of this.#sessions()) {
      const home = realmOf(this.#realm.userId, [namespace]);
      if (captured < turns) for (const { id } of (await store.openTurns(home, { sessionId, limit: turns, context: 0 })).open) this.#open.add(id);
      for (let after = -1, more = true; more; ) {
        const page = await store.listTurns(home, { sessionId, after, limit: PAGE });
        yield* page?.turns ?? [];
        after = page?.turns.at(-1)?.position ?? after;
        more = page?.more ?? false;
      }
    }
  }

  async #recordOf(document: Document): Promise<ExportRecord> {
    const clean = this.#request.redact ? redactSecrets : async (text: string) => text;
    if (document.kind === "turn") return { ...this.#turnOf(document), text: await clean(document.text) };
    const view = toMemoryView(document);
    return { kind: "memory", ...view, content: await clean(view.content), topic: view.topic === null ? null : await clean(view.topic), tags: await Promise.all(view.tags.map(clean)) };
  }

  #turnOf({ id, externalId, sessionId, namespace, channel, agentId, project, position, role, speaker, text, observedAt, timed, createdAt }: Turn): ExportedTurn {
    return {
      kind: "turn", id, external_id: externalId, session_id: sessionId, namespace, channel, agent_id: agentId, project, position, role, speaker, text,
      observed_at: toIso(observedAt), timed, created_at: toIso(createdAt), captured: !this.#open.has(id),
    };
  }
}

/**
 * Memories and turns of a user by creation and id. What is written meanwhile may or may not be among them, what is erased meanwhile is left out; places of all of
 * them are in memory, some hundred bytes each, texts a few at a time.
 */
export function exportRecords(services: ExportServices, realm: Realm, request: ExportRequest): AsyncGenerator<ExportRecord> {
  return new Export(services, realm, request).records();
}
