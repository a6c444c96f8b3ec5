import type { RecallRequest, RecallResponse } from "@memory-cortex/models";

import type { RecallTrace } from "../stages/receipt.ts";
import type { KeptBefore } from "./kept-before.ts";

/** How long an answer is kept, milliseconds. */
export const PREWARMED_MS = 300_000;
const MOST_KEPT = 512;
const DAY_MS = 86_400_000;

/** Reasons for a missing part that only a write or a restart changes. With any other, the next try may find more. */
const LASTING: ReadonlySet<string> = new Set(["no_model", "no_vectors_yet", "model_changed"]);

export interface KeptAnswer {
  userId: string;
  question: string;
  revision: number;
  /** When the narrative of its conversation was made; another one makes another answer. */
  narrativeOf: number | null;
  keptAt: number;
  until: number;
  response: RecallResponse;
  trace: RecallTrace;
}

/** A recall before it runs: what it asks, and how the user's memory was then. */
export interface Asked {
  request: RecallRequest;
  before: KeptBefore;
}

/**
 * The answer of a session's last recall, for the same question asked again: by a host that asks twice in one turn, or tries again. It is
 * used only when question, realm, filters and limits are the same, nothing of the user was written since and no narrative was made, on the
 * same day (words like "yesterday" change their meaning at midnight), and before anything in it ends.
 */
export class Prewarmed {
  readonly #answers = new Map<string, KeptAnswer>();

  /** The kept answer, or why there is none: "none", or "changed" when it was to the same question. */
  find({ request, before }: Asked, now: number): KeptAnswer | "none" | "changed" {
    const key = sessionOf(request);
    const kept = key === null ? undefined : this.#answers.get(key);
    if (key === null || kept?.question !== questionOf(request)) return "none";
    const sameDay = Math.floor(kept.keptAt / DAY_MS) === Math.floor(now / DAY_MS);
    if (kept.until > now && sameDay && kept.revision === before.revision && kept.narrativeOf === madeAt(before)) return kept;
    this.#answers.delete(key);
    return "changed";
  }

  /** `until`: when something outside the store that stands in the answer ends. */
  keep({ request, before }: Asked, { response, trace }: Pick<KeptAnswer, "response" | "trace">, { now, until }: { now: number; until: number }): void {
    const key = sessionOf(request);
    if (key === null || response.skipped !== null || response.degraded.some(({ reason }) => !LASTING.has(reason))) return;
    this.#answers.delete(key);
    this.#answers.set(key, {
      userId: request.user_id, question: questionOf(request), revision: before.revision, narrativeOf: madeAt(before), keptAt: now,
      until: Math.min(now + PREWARMED_MS, until, firstEnd(trace, now)), response, trace,
    });
    this.#clear(now);
  }

  /** What nobody may be given any more quotes memories all the same. The oldest stand first. */
  #clear(now: number): void {
    for (const [key, { keptAt }] of this.#answers) {
      if (this.#answers.size <= MOST_KEPT && keptAt > now - PREWARMED_MS) return;
      this.#answers.delete(key);
    }
  }

  /** Something of this user is erased: nothing that quotes it may stay. */
  forget(userId: string): void {
    for (const [key, kept] of this.#answers) if (kept.userId === userId) this.#answers.delete(key);
  }
}

const madeAt = ({ narrative }: KeptBefore): number | null => narrative?.madeAt ?? null;

const keyOf = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

/** Null without a session: whose answer it would be is not known. */
const sessionOf = ({ user_id: userId, session_id: sessionId }: RecallRequest): string | null => (sessionId == null ? null : keyOf(userId, sessionId));

/** All that makes an answer but the time it may take. White space apart, the question is the same to the letter. */
function questionOf(request: RecallRequest): string {
  const { query, deadline_ms: _deadline, rerank_ms: _rerank, ...rest } = request;
  return JSON.stringify([query.normalize("NFC").replaceAll(/\s+/gu, " ").trim(), Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** When the first memory in an answer ends; Infinity when none does. */
function firstEnd({ chosen }: RecallTrace, now: number): number {
  const ends = chosen.flatMap(({ document }) => (document.kind === "memory" ? [document.validTo ?? Infinity, document.expiresAt ?? Infinity] : []));
  return Math.min(Infinity, ...ends.filter((end) => end > now));
}
