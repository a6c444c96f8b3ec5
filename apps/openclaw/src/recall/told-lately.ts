import { createHash } from "node:crypto";
import { join } from "node:path";

import { jsonFile } from "../state/json-file.ts";
import { wordsOf } from "./select-items.ts";

/** What each session was told in its last turns, so that nothing is told twice within a few; also across processes. */
export interface ToldLately {
  of(session: string): Promise<ToldToSession>;
}

export interface ToldToSession {
  /** Block of this very turn, when the host builds its prompt again; undefined when it is a new turn. */
  again(turn: string): string | undefined;
  /** Whether an item, or its words under another id, was told in one of the last `turns` turns. */
  wasTold(item: { id: string; text: string }, turns: number): boolean;
  /** Ends a turn: what was put into its prompt, possibly nothing. */
  told(turn: string, content: { block: string; items: readonly { id: string; text: string }[] }): void;
}

interface Told {
  turn: string;
  ids: string[];
  /** Hashes: no text lies on the disk. */
  words: string[];
  at: number;
}

interface ToldContent {
  version: 1;
  sessions: Record<string, Told[]>;
}

const MOST_SESSIONS = 200;
const MOST_TURNS = 30;
const MOST_BLOCKS = 200;

export function createToldLately({ folder, log, now }: { folder: string; log: (sentence: string) => void; now: () => number }): ToldLately {
  const file = jsonFile<ToldContent>({ path: join(folder, "told.json"), empty: () => ({ version: 1, sessions: {} }), parse, log });
  const blocks = new Map<string, string>();
  /** Of this process: there before they are written. */
  const own = new Map<string, Told[]>();

  function remember(session: string, told: Told): void {
    const turns = [...(own.get(session) ?? []), told].slice(-MOST_TURNS);
    own.delete(session);
    own.set(session, turns);
    forgetOldest(own, MOST_SESSIONS);
    file
      .change(({ sessions }) => ({ value: { version: 1, sessions: newest({ ...sessions, [session]: merged(sessions[session], [told]) }) }, result: undefined }))
      .catch((error: unknown) => log(`what a session was told could not be noted: ${String(error)}`));
  }

  return {
    of: async (session) => {
      const before = merged((await file.read()).sessions[session], own.get(session) ?? []);
      return {
        again: (turn) => blocks.get(`${session}\0${turn}`),
        wasTold: ({ id, text }, turns) => turns > 0 && before.slice(-turns).some(({ ids, words }) => ids.includes(id) || words.includes(digest(wordsOf(text)))),
        told: (turn, { block, items }) => {
          blocks.set(`${session}\0${turn}`, block);
          forgetOldest(blocks, MOST_BLOCKS);
          remember(session, { turn, ids: items.map(({ id }) => id), words: items.map(({ text }) => digest(wordsOf(text))), at: now() });
        },
      };
    },
  };
}

/** Each turn once, in the order of time. */
function merged(one: readonly Told[] | undefined, other: readonly Told[]): Told[] {
  const byTurn = new Map([...(one ?? []), ...other].map((told) => [told.turn, told]));
  return [...byTurn.values()].toSorted((first, second) => first.at - second.at).slice(-MOST_TURNS);
}

function newest(sessions: Record<string, Told[]>): Record<string, Told[]> {
  const all = Object.entries(sessions);
  if (all.length <= MOST_SESSIONS) return sessions;
  return Object.fromEntries(all.toSorted(([, one], [, other]) => (other.at(-1)?.at ?? 0) - (one.at(-1)?.at ?? 0)).slice(0, MOST_SESSIONS));
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  const oldest = map.size > most ? map.keys().next() : null;
  if (oldest !== null && oldest.done !== true) map.delete(oldest.value);
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

function parse(json: unknown): ToldContent | null {
  if (typeof json !== "object" || json === null) return null;
  const { version, sessions } = json as Partial<ToldContent>;
  return version === 1 && typeof sessions === "object" && sessions !== null ? { version, sessions } : null;
}
