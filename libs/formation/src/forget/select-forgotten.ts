import { CortexError, realmOf } from "@memory-cortex/models";
import type { ForgetRequest, Memory, Realm, Session, Turn } from "@memory-cortex/models";
import { sessionKeyOf } from "@memory-cortex/store";
import type { Page, Store } from "@memory-cortex/store";
import { analyse, analyseQuery } from "@memory-cortex/text";

export type ForgettingStore = Pick<Store, "listMemories" | "listSessions" | "listTurns" | "getDocuments" | "searchText">;

/** A document that a search finds, with its score. */
export interface Finding {
  id: string;
  score: number;
}

export interface ForgettingQuestion {
  realm: Realm;
  request: ForgetRequest;
  now: number;
  /** What a search finds for `query`, best first. */
  find: (query: string) => Promise<Finding[]>;
}

/** What is to go. */
export interface Selection {
  memories: Map<string, Memory>;
  turns: Map<string, Turn>;
  /** How many sessions lose all their turns. */
  sessions: number;
  notFound: string[];
  /** What is near the query and stays. */
  candidates: { document: Memory | Turn; score: number }[];
}

const PAGE = 1_000;
const SESSION_PAGE = 200;
/** Documents with the words of a query that are looked at; the best first. */
const MOST_MATCHES = 1_000;
const MOST_CANDIDATES = 10;

type Chosen = Pick<Selection, "memories" | "turns"> & Partial<Selection>;

async function* pages<Item>(next: (cursor: string | undefined) => Promise<Page<Item>>): AsyncGenerator<Item[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await next(cursor);
    yield page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

async function allWhere<Item>(next: (cursor: string | undefined) => Promise<Page<Item>>, wanted: (item: Item) => boolean): Promise<Item[]> {
  const found: Item[] = [];
  for await (const items of pages(next)) found.push(...items.filter(wanted));
  return found;
}

const at = (cursor: string | undefined, limit: number): { limit: number; cursor?: string } => ({ limit, ...(cursor === undefined ? {} : { cursor }) });

/** Finds what a request to forget means; reads only. */
class Selector {
  readonly #store: ForgettingStore;
  readonly #question: ForgettingQuestion;

  constructor(store: ForgettingStore, question: ForgettingQuestion) {
    this.#store = store;
    this.#question = question;
  }

  async select(): Promise<Selection> {
    const chosen = await this.#chosen();
    const left = await this.#sessionsLeft(chosen.turns);
    for (const memory of await this.#resting(chosen.turns, left)) chosen.memories.set(memory.id, memory);
    return { sessions: left.size, notFound: [], candidates: [], ...chosen };
  }

  #chosen(): Promise<Chosen> {
    const { session_id: sessionId, source, query, ids } = this.#question.request;
    if ([sessionId, source, query, ids].filter((each) => each !== undefined).length !== 1) {
      throw new CortexError("invalid_fields", { errors: [{ path: "", code: "required", message: "must name exactly one of session_id, source, query and ids" }] });
    }
    if (sessionId !== undefined) return this.#bySession((session) => session.sessionId === sessionId);
    if (source !== undefined) return this.#bySource(source);
    return ids === undefined ? this.#byQuery(query!) : this.#byIds(ids);
  }

  #memories(wanted: (memory: Memory) => boolean): Promise<Memory[]> {
    const { realm, now } = this.#question;
    return allWhere((cursor) => this.#store.listMemories(realm, { includeHistory: true, now }, at(cursor, PAGE)), wanted);
  }

  #sessions(wanted: (session: Session) => boolean): Promise<Session[]> {
    return allWhere((cursor) => this.#store.listSessions(this.#question.realm, at(cursor, SESSION_PAGE)), wanted);
  }

  async #bySession(wanted: (session: Session) => boolean): Promise<Chosen> {
    const turns = new Map<string, Turn>();
    for (const { namespace, sessionId } of await this.#sessions(wanted)) {
      const home = realmOf(this.#question.realm.userId, [namespace]);
      for (let after = -1, more = true; more; ) {
        const page = await this.#store.listTurns(home, { sessionId, after, limit: PAGE });
        for (const turn of page?.turns ?? []) turns.set(turn.id, turn);
        after = page?.turns.at(-1)?.position ?? after;
        more = page?.more ?? false;
      }
    }
    return { turns, memories: new Map() };
  }

  async #bySource(source: string): Promise<Chosen> {
    const { turns } = await this.#bySession(({ channel }) => channel === source);
    const told = await this.#memories((memory) => memory.source === source);
    return { turns, memories: new Map(told.map((memory) => [memory.id, memory])) };
  }

  async #byIds(ids: readonly string[]): Promise<Chosen> {
    const chosen = await this.#documents(ids);
    return { ...chosen, notFound: [...new Set(ids)].filter((id) => !chosen.memories.has(id) && !chosen.turns.has(id)) };
  }

  async #documents(ids: readonly string[]): Promise<Chosen> {
    const documents = ids.length === 0 ? [] : await this.#store.getDocuments(this.#question.realm, ids);
    const chosen: Chosen = { turns: new Map(), memories: new Map() };
    for (const document of documents) {
      if (document.kind === "turn") chosen.turns.set(document.id, document);
      else chosen.memories.set(document.id, document);
    }
    return chosen;
  }

  /** A word that nobody wrote is read as another by a search, so the texts are looked at themselves. */
  async #byQuery(query: string): Promise<Chosen> {
    const { realm, now, find, request } = this.#question;
    const { min_score: least, limit } = request;
    const terms = analyseQuery(query);
    const [hits, near] = await Promise.all([
      this.#store.searchText(realm, { terms, limit: MOST_MATCHES, window: 0, filter: { kinds: ["memory", "turn"], includeHistory: true, now } }),
      find(query),
    ]);
    const texts = await this.#documents(hits.filter(({ scores }) => scores.every((score) => score > 0)).map(({ ref }) => ref.id));
    const holding = [...texts.memories.values(), ...texts.turns.values()].filter((document) => holdsAll(document, terms)).map(({ id }) => id);
    const scored = least === undefined ? [] : near.filter(({ score }) => score >= least).map(({ id }) => id);
    const wanted = [...new Set([...scored, ...holding])].slice(0, limit);
    const stay = near.filter(({ id }) => !wanted.includes(id)).slice(0, MOST_CANDIDATES);
    const shown = await this.#documents(stay.map(({ id }) => id));
    const candidates = stay.flatMap(({ id, score }) => {
      const document = shown.memories.get(id) ?? shown.turns.get(id);
      return document === undefined ? [] : [{ document, score }];
    });
    return { ...(await this.#documents(wanted)), candidates };
  }

  /** Keys of the sessions that lose all their turns. */
  async #sessionsLeft(turns: ReadonlyMap<string, Turn>): Promise<Set<string>> {
    if (turns.size === 0) return new Set();
    const losing = new Map<string, number>();
    for (const { namespace, sessionId } of turns.values()) {
      const key = sessionKeyOf(namespace, sessionId);
      losing.set(key, (losing.get(key) ?? 0) + 1);
    }
    const left = await this.#sessions((session) => losing.get(sessionKeyOf(session.namespace, session.sessionId)) === session.turns);
    return new Set(left.map(({ namespace, sessionId }) => sessionKeyOf(namespace, sessionId)));
  }

  /** Memories that rest on nothing else, and those that were corrected by hand since and belong to a session that goes. */
  async #resting(turns: ReadonlyMap<string, Turn>, left: ReadonlySet<string>): Promise<Memory[]> {
    const { session_id: asked } = this.#question.request;
    if (turns.size === 0 && asked === undefined) return [];
    return this.#memories(({ provenance, namespace, sessionId }) => {
      if (provenance.length > 0) return provenance.every((id) => turns.has(id));
      return sessionId !== null && (sessionId === asked || left.has(sessionKeyOf(namespace, sessionId)));
    });
  }
}

/** Every word of the query, as the index reads words. */
function holdsAll(document: Memory | Turn, terms: readonly string[]): boolean {
  const topic = document.kind === "memory" && document.topic !== null ? `${document.topic}\n` : "";
  const held = new Set(analyse(topic + document.text));
  return terms.length > 0 && terms.every((term) => held.has(term));
}

/** What a request to forget means. Throws `invalid_fields` unless it names exactly one way to tell. */
export function selectForgotten(store: ForgettingStore, question: ForgettingQuestion): Promise<Selection> {
  return new Selector(store, question).select();
}
