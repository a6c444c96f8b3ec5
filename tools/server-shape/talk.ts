import { setTimeout as wait } from "node:timers/promises";

import type { Ask } from "./shape-client.ts";

/** How a caller tells its history: ids and a window of it each time, or neither and all of it. */
export type Habit = "ids" | "whole";

export interface Said {
  role: "user" | "assistant";
  content: string;
  id?: string;
  name?: string;
}

/** What was said in a session, and how much of it, from the first on, was acknowledged. */
export interface TalkSession {
  sessionId: string;
  /** Who says that he moved: a person of this session only, as the windows of one session are captured in their order. */
  mover: string;
  said: Said[];
  acknowledged: number;
}

/** Somebody who never stops to talk, repeats himself, and sends a request again until it is acknowledged. */
export interface Talk {
  userId: string;
  sessions: TalkSession[];
  /** Requests that were sent, answered or not. */
  attempts: number;
  acknowledgements: number;
  /** Answers that no client should ever see: neither 202 nor a 503 that says what is away. */
  wrong: string[];
  /** Statements in acknowledged turns, each of which has to become one memory. */
  statements(): string[];
  run(signal: AbortSignal): Promise<void>;
}

export interface TalkWish {
  ask: Ask;
  userId: string;
  habit: Habit;
  /** Between two requests: talk that never pauses would be as fast as the machine, and its amount another one on each. */
  paceMs: number;
}

const WINDOW = 5;
/** Turns of a session; a whole history that grows without end would make the load quadratic. */
const LONGEST = { ids: 240, whole: 40 };
const FIRST_TRAIN = 1_000;
const REPEATED = ["ok", "thanks", "what is next on my list for today?"];

const isStatement = ({ content }: Said): boolean => content.startsWith("I always take");

export function talkOf({ ask, userId, habit, paceMs }: TalkWish): Talk {
  const talk: Talk = { userId, sessions: [], attempts: 0, acknowledgements: 0, wrong: [], statements, run };
  return talk;

  function statements(): string[] {
    return talk.sessions.flatMap(({ said, acknowledged }) => said.slice(0, acknowledged).filter(isStatement).map(({ content }) => content));
  }

  function current(): TalkSession {
    const last = talk.sessions.at(-1);
    if (last !== undefined && (last.said.length < LONGEST[habit] || last.acknowledged < last.said.length)) return last;
    const number = talk.sessions.length + 1;
    const mover = `${userId}${habit}${number}`.replace(/^\w/, (first) => first.toUpperCase());
    const session = { sessionId: `${userId}-${habit}-${number}`, mover, said: [], acknowledged: 0 };
    talk.sessions.push(session);
    return session;
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const session = current();
      if (session.acknowledged === session.said.length) session.said.push(next(session), { role: "assistant", content: REPEATED[session.said.length % REPEATED.length]!, ...idOf(session.said.length + 1) });
      await send(session);
      await wait(paceMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function send({ sessionId, said }: TalkSession): Promise<void> {
    const session = talk.sessions.at(-1)!;
    talk.attempts += 1;
    const messages = habit === "whole" ? said : said.slice(-WINDOW);
    const answer = await ask("/ingest", { json: { user_id: userId, session_id: sessionId, messages } }).catch(() => null);
    const refused = (answer?.body ?? {}) as { retryable?: boolean };
    if (answer?.status === 202) {
      session.acknowledged = said.length;
      talk.acknowledgements += 1;
    } else if (answer !== null && !(answer.status === 503 && refused.retryable === true)) talk.wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`);
  }

  function idOf(number: number): { id?: string } {
    return habit === "ids" ? { id: `${userId}-${talk.sessions.length}-${number}` } : {};
  }

  function next({ sessionId, mover, said }: TalkSession): Said {
    const number = said.length;
    const turn = number / 2;
    if (turn % 3 === 2) return { role: "user", name: mover, content: `I moved to Ort${talk.sessions.length * 1_000 + number}.`, ...idOf(number) };
    if (turn % 3 === 1) return { role: "user", content: REPEATED[turn % REPEATED.length]!, ...idOf(number) };
    // No number of a train is the number of a session: two statements of the same words count as one.
    return { role: "user", content: `I always take train number ${FIRST_TRAIN + number} of ${sessionId} to work.`, ...idOf(number) };
  }
}
