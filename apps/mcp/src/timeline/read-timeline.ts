import { CortexClientError } from "@memory-cortex/client";
import type { Fields } from "@memory-cortex/client";

import { PATIENCE } from "../tools/patience.ts";
import type { ToolCall } from "../tools/tool.ts";
import { entryOfFind, entryOfMemory, entryOfTurn } from "./timeline-entry.ts";
import type { TimelineEntry } from "./timeline-entry.ts";
import { readPeriod } from "./period.ts";
import type { Period } from "./period.ts";

export interface TimelineAsked {
  query?: string | undefined;
  session_id?: string | undefined;
  around?: string | undefined;
  type?: NonNullable<Fields<"search">["types"]>[number] | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
}

export interface Timeline {
  /** Oldest first. */
  entries: TimelineEntry[];
  more: boolean;
}

/** Finds that are looked through for those of the period. */
const MOST_FINDS = 200;
const MEMORIES_A_PAGE = 200;
const TURNS_A_PAGE = 1_000;
/** A call has to end: 4,000 memories, or 20,000 turns of one session. */
const MOST_PAGES = 20;

const byTime = (one: TimelineEntry, other: TimelineEntry): number => Date.parse(one.at) - Date.parse(other.at);

/** What was said or learnt, oldest first. Rejects with the client's error; `invalid_fields` for times that are none, or fields that do not go together. */
export async function readTimeline(asked: TimelineAsked, call: ToolCall): Promise<Timeline> {
  const period = readPeriod(asked);
  if (asked.session_id !== undefined) return ofSession(asked, asked.session_id, { period, call });
  if (asked.around !== undefined) throw needs("around", "needs the session_id of the message; recall and search name it");
  return asked.query === undefined ? newest(asked, period, call) : onTopic(asked, asked.query, { period, call });
}

interface Reading {
  period: Period;
  call: ToolCall;
}

function needs(path: string, message: string): CortexClientError {
  return new CortexClientError({ code: "invalid_fields", status: 422, detail: "Some fields are not valid", fix: "Call the tool again with what it takes.", errors: [{ path, code: "invalid", message }] });
}

/** The best of a topic, put in order: those that fit worst give way when there are too many. */
async function onTopic({ type, limit }: TimelineAsked, query: string, { period, call: { memory, signal } }: Reading): Promise<Timeline> {
  const { items } = await memory.search({ query, limit: MOST_FINDS, include_history: true, ...PATIENCE, ...(type === undefined ? {} : { types: [type] }) }, { signal });
  const inside = items.map(entryOfFind).filter(period.holds);
  return { entries: inside.slice(0, limit).toSorted(byTime), more: inside.length > limit };
}

/** The service lists the newest first, by when they were learnt; a period may lie further back than the first page. */
async function newest({ type, limit }: TimelineAsked, period: Period, { memory, signal, report }: ToolCall): Promise<Timeline> {
  const found: TimelineEntry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Awaited<ReturnType<typeof memory.memories>> = await memory.memories({ limit: MEMORIES_A_PAGE, include_history: "true", type, ...(cursor === null ? {} : { cursor }) }, { signal });
    found.push(...answer.memories.map(entryOfMemory).filter(period.holds));
    cursor = answer.next_cursor;
    if (cursor === null || found.length > limit) break;
    report(`Looked through ${(page + 1) * MEMORIES_A_PAGE} memories`);
  }
  return { entries: found.toSorted(byTime).slice(-limit), more: found.length > limit || cursor !== null };
}

/** A session is read from its beginning, since the service tells places only with the turns. */
async function ofSession({ around, limit }: TimelineAsked, sessionId: string, { period, call: { memory, signal, report } }: Reading): Promise<Timeline> {
  const turns: TimelineEntry[] = [];
  let after = -1;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await memory.turns({ session_id: sessionId, after, limit: TURNS_A_PAGE }, { signal });
    turns.push(...answer.turns.map((turn) => entryOfTurn(turn, sessionId)).filter(period.holds));
    const place = around === undefined ? -1 : turns.findIndex(({ id }) => id === around);
    const isEnough = around === undefined ? turns.length > limit : place >= 0 && turns.length > place + limit;
    if (answer.next_cursor === null || isEnough) return cut(turns, { around, place, limit, isAll: answer.next_cursor === null });
    after = Number(answer.next_cursor);
    report(`Read ${after + 1} messages of the session`);
  }
  throw needs("session_id", "names a conversation that is too long to be read whole; give since and until, or a query");
}

interface Cut {
  around: string | undefined;
  /** Of the message looked around; -1 when it is not there. */
  place: number;
  limit: number;
  isAll: boolean;
}

function cut(turns: readonly TimelineEntry[], { around, place, limit, isAll }: Cut): Timeline {
  if (around === undefined) return { entries: turns.slice(0, limit), more: turns.length > limit || !isAll };
  if (place < 0) throw needs("around", "is no message of this session and period");
  const first = Math.max(0, Math.min(place - Math.floor(limit / 2), turns.length - limit));
  return { entries: turns.slice(first, first + limit), more: first > 0 || turns.length > first + limit || !isAll };
}
