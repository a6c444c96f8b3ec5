import { CortexClientError } from "@memory-cortex/client";
import type { Answer, CortexClient } from "@memory-cortex/client";

import type { CallOptions, Memory } from "./memory.ts";
import type { McpRealm } from "./realm.ts";

const isCode = (error: unknown, code: string): boolean => CortexClientError.isInstance(error) && error.code === code;

/** Memory begins empty: of a user whom nobody has told anything, there is nothing to find, which is no mistake of the caller. */
async function orEmpty<Value>(answer: Promise<Value>, empty: Value): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (isCode(error, "unknown_user")) return empty;
    throw error;
  }
}

const OF_A_REALM = new Set(["user_id", "namespace", "namespaces", "project"]);

/** Types are gone when the program runs: what names a realm is dropped, wherever it came from. */
function own<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_A_REALM.has(name))) as Fields;
}

const NOTHING: Answer<"recall"> = { items: [], context: "", tokens: 0, degraded: [], skipped: { reason: "unknown_user" }, receipt_id: "", timings_ms: {} };

const noFigures = (userId: string): Answer<"stats"> => ({
  user_id: userId, total_memories: 0, active_memories: 0, turns: 0, sessions: 0, topics: 0, by_type: {}, by_lifetime: {}, oldest_at: null, newest_at: null,
  open_turns: 0, improvable_turns: 0, entities: 0, relations: 0, open_conflicts: 0, language_models: [], storage_bytes: 0,
});

/** The memory of one realm, behind a client of the service. */
export function openMemory(client: CortexClient, realm: McpRealm): Memory {
  const { userId, namespaces, project } = realm;
  const user = { user_id: userId };
  const reading = { ...user, namespaces: [...namespaces] };
  const asking = { ...reading, ...(project === null ? {} : { project }) };
  return {
    realm,
    recall: (question, options) => orEmpty(client.recall({ ...own(question), ...asking }, options), NOTHING),
    search: (question, options) => orEmpty(client.search({ ...own(question), ...asking }, options), NOTHING),
    explain: (question, options) => client.explain({ ...own(question), ...asking }, options),
    remember: (statement, options) => client.remember({ ...own(statement), ...user, namespace: namespaces[0], ...(project === null ? {} : { project }) }, options),
    forget: (what, options) => client.forget({ ...own(what), ...reading }, options),
    stats: (options) => orEmpty(client.stats(user, options), noFigures(userId)),
    entities: (page, options) => orEmpty(client.listEntities({ ...own(page), ...reading }, options), { entities: [], next_cursor: null }),
    entity: (id, options) => client.getEntity({ id, ...reading }, options),
    memories: (page, options) => orEmpty(client.listMemories({ ...own(page), ...reading }, options), { memories: [], next_cursor: null }),
    memory: (id, options) => client.getMemory({ id, ...reading }, options),
    sessions: (page, options) => orEmpty(client.listSessions({ ...own(page), ...reading }, options), { sessions: [], next_cursor: null }),
    turns: (page, options) => turnsIn(client, realm, { page, options }),
  };
}

type Turns = Answer<"listTurns">;
interface TurnsAsked {
  page: Parameters<Memory["turns"]>[0];
  options: CallOptions;
}

/** The route reads one namespace: the session is looked for in each, in the realm's order. Rejects with `not_found` when none has it. */
async function turnsIn(client: CortexClient, { userId, namespaces }: McpRealm, { page, options }: TurnsAsked): Promise<Turns> {
  const [first, ...others] = namespaces;
  const read = (namespace: string): Promise<Turns> => client.listTurns({ ...own(page), user_id: userId, namespace }, options);
  const next = async (namespace: string, rest: readonly string[]): Promise<Turns> => {
    try {
      return await read(namespace);
    } catch (error) {
      const [following, ...later] = rest;
      if (following === undefined || !isCode(error, "not_found")) throw error;
      return next(following, later);
    }
  };
  return next(first, others);
}
