import { setTimeout as wait } from "node:timers/promises";

import type { Answer, Ask } from "./shape-client.ts";
import type { Talk } from "./talk.ts";

/** Milliseconds: more than an agent gives by default, so that a busy machine finds something, too. */
export const DEADLINE_MS = 1_000;
/** Beyond the deadline, for a machine that has other things to do. A recall that hangs takes longer than that. */
const MARGIN_MS = 3_000;
/** Codes of a 503 that say that the store is away. */
const STORE_AWAY = new Set(["store_unavailable", "starting"]);

/** Somebody who asks for what was acknowledged, again and again, and judges every answer. */
export interface Questions {
  asked: number;
  /** Answered with items. */
  found: number;
  /** Answered with items and nothing left out. */
  whole: number;
  /** Milliseconds of every answer. */
  times: number[];
  /** What must never happen, in words. */
  violations: string[];
  run(signal: AbortSignal): Promise<void>;
}

export interface QuestionsWish {
  ask: Ask;
  userId: string;
  talks: readonly Talk[];
  random: () => number;
  paceMs: number;
  /** Whether the store is away, or has been until a moment ago. */
  storeAway: () => boolean;
}

interface Item {
  text: string;
}

interface RecallBody {
  items: Item[];
  degraded: { part: string; reason: string }[];
  code?: string;
}

/** Without them there is nothing to show, and the answer says so. */
const NEEDED = new Set(["words", "documents"]);
const OWNER = /\bof (\w+)-(?:ids|whole)-\d/;

/** Null, or what is wrong with an answer. */
export function violationOf({ status, body, milliseconds }: Pick<Answer, "status" | "milliseconds"> & { body: RecallBody }, { statement, userId, storeAway }: { statement: string; userId: string; storeAway: boolean }): string | null {
  if (milliseconds > DEADLINE_MS + MARGIN_MS) return `took ${Math.round(milliseconds)} ms`;
  if (status === 503) return storeAway && STORE_AWAY.has(body.code ?? "") ? null : `503 ${body.code ?? "without a code"} though the store is there`;
  if (status !== 200) return `status ${status} ${body.code ?? ""}`;
  const foreign = body.items.find(({ text }) => (OWNER.exec(text)?.[1] ?? userId) !== userId);
  if (foreign !== undefined) return `another user's: ${foreign.text}`;
  if (body.degraded.some(({ part }) => NEEDED.has(part))) return null;
  return body.items.some(({ text }) => text.includes(statement)) ? null : `not found, and nothing is said to be left out: ${statement} (${body.items.length} items, ${JSON.stringify(body.degraded)})`;
}

export function questionsOf({ ask, userId, talks, random, paceMs, storeAway }: QuestionsWish): Questions {
  const questions: Questions = { asked: 0, found: 0, whole: 0, times: [], violations: [], run };
  return questions;

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const known = talks.flatMap((talk) => talk.statements());
      if (known.length > 0) await one(known[Math.floor(random() * known.length)]!);
      await wait(paceMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function one(statement: string): Promise<void> {
    const before = storeAway();
    try {
      const answer = await ask("/v1/recall", { json: { user_id: userId, query: statement, deadline_ms: DEADLINE_MS } });
      const body = answer.body as RecallBody;
      const violation = violationOf({ ...answer, body }, { statement, userId, storeAway: before || storeAway() });
      if (violation !== null) questions.violations.push(violation);
      questions.times.push(answer.milliseconds);
      if (answer.status === 200 && body.items.length > 0) questions.found += 1;
      if (answer.status === 200 && body.items.length > 0 && body.degraded.length === 0) questions.whole += 1;
    } catch (error) {
      questions.violations.push(`no answer: ${String(error)}`);
    }
    questions.asked += 1;
  }
}
