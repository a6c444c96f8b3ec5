import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { conversationOf, isCompaction, ownLines, turnOfTranscriptLine } from "./claude-code-turns.ts";
import type { SpokenTurn } from "./claude-code-turns.ts";
import { NOTHING_SENT } from "./hook-state.ts";
import type { CaptureState, HookState } from "./hook-state.ts";
import { readTranscript } from "./read-transcript.ts";
import type { Stretch } from "./read-transcript.ts";
import { sendTurns } from "./send-turns.ts";
import type { Destination } from "./send-turns.ts";

export interface CaptureParts {
  state: HookState;
  destination: Destination;
  /** Now, ISO 8601. */
  now: string;
}

export interface SessionTranscript {
  path: string;
  /** What the model said last; "" when that is not known. */
  lastAnswer: string;
}

/** How long the program is given to write the last answer into the transcript, milliseconds. */
const PATIENCE_MS = 600;
const LOOK_AGAIN_MS = 40;
/** Answers that never turned up in the transcript are forgotten at some time. */
const MOST_AHEAD = 8;

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const hashOf = (text: string): string => createHash("sha256").update(plain(text)).digest("hex").slice(0, 32);

/** Whether the stretch holds the answer, alone or as several blocks of one answer. */
function holds(turns: readonly SpokenTurn[], answer: string): boolean {
  const wanted = plain(answer);
  const last = turns.findLast(({ role }) => role === "assistant");
  if (last === undefined) return false;
  const whole = turns.filter(({ answerId }) => answerId === last.answerId).map(({ content }) => content).join("\n");
  return [last.content, whole].some((text) => plain(text) === wanted);
}

const spokenIn = (stretch: Stretch): SpokenTurn[] => ownLines(stretch.lines).map(turnOfTranscriptLine).filter((turn) => turn !== null);

/**
 * Sends what was said since the session's watermark, and moves the watermark when the service has it. Nothing is lost when it fails: the
 * transcript stays, and the next run begins where this one did. Rejects with the service's `Problem`, or when the transcript cannot be read.
 */
export async function captureSession({ state, destination, now }: CaptureParts, { path, lastAnswer }: SessionTranscript): Promise<number> {
  const { sessionId, timeLeft } = destination;
  let known = { ...NOTHING_SENT, ...(await state.sent(sessionId)) };
  let accepted = 0;
  for (;;) {
    const stretch = await settledStretch(path, known, { lastAnswer, patience: Math.min(PATIENCE_MS, timeLeft() / 4) });
    if (stretch === null) return accepted;
    const { turns, ahead } = newTurns(stretch, known, { lastAnswer, now });
    accepted += await sendTurns(turns, destination);
    const last = stretch.hasMore || lastAnswer.trim() === "" ? known.last : hashOf(lastAnswer);
    known = { offset: stretch.next, ahead, last, compactions: known.compactions + stretch.lines.filter(isCompaction).length };
    await state.keepSent(sessionId, known);
    if (!stretch.hasMore || timeLeft() <= 0) return accepted;
  }
}

/** Whether the last answer is still to come. With nothing said since, an answer like the last one is the last one. */
function isMissing(stretch: Stretch, { last, ahead }: CaptureState, answer: string): boolean {
  if (answer.trim() === "" || stretch.hasMore) return false;
  const spoken = spokenIn(stretch);
  const hash = hashOf(answer);
  const isKnown = (hash === last || ahead.includes(hash)) && !spoken.some(({ role }) => role === "user");
  return !isKnown && !holds(spoken, answer);
}

/** The hook may run before the program has written the last answer: then it is waited for, a little. */
async function settledStretch(path: string, known: CaptureState, { lastAnswer, patience }: { lastAnswer: string; patience: number }): Promise<Stretch | null> {
  let stretch = await readTranscript(path, known.offset);
  for (let waited = 0; waited < patience && stretch !== null && isMissing(stretch, known, lastAnswer); waited += LOOK_AGAIN_MS) {
    await wait(LOOK_AGAIN_MS);
    stretch = await readTranscript(path, known.offset);
  }
  return stretch;
}

/** Ids of the turns that were sent ahead of the transcript, and what is still ahead of it. An answer is written block by block. */
function arrived(spoken: readonly SpokenTurn[], known: readonly string[]): { ids: Set<string>; ahead: string[] } {
  const ahead = [...known];
  const ids = new Set<string>();
  for (const [answerId, blocks] of Map.groupBy(spoken, ({ answerId }) => answerId)) {
    if (answerId === null) continue;
    const place = ahead.indexOf(hashOf(blocks.map(({ content }) => content).join("\n")));
    if (place < 0) continue;
    ahead.splice(place, 1);
    for (const { id } of blocks) ids.add(id);
  }
  return { ids, ahead };
}

/** What is to be sent of a stretch: without what was sent ahead of it, and with the last answer when the transcript does not hold it yet. */
function newTurns(stretch: Stretch, known: CaptureState, { lastAnswer, now }: { lastAnswer: string; now: string }): { turns: SpokenTurn[]; ahead: string[] } {
  const spoken = spokenIn(stretch);
  const { ids, ahead } = arrived(spoken, known.ahead);
  const turns = conversationOf(spoken).filter(({ id }) => !ids.has(id));
  if (!isMissing(stretch, { ...known, ahead }, lastAnswer)) return { turns, ahead };
  // What stands last is then only what it said on the way.
  const lastPrompt = turns.findLastIndex(({ role }) => role === "user");
  const answer: SpokenTurn = { role: "assistant", content: lastAnswer.trim(), id: `answer:${hashOf(lastAnswer)}:${stretch.next}`, timestamp: now, answerId: null };
  return { turns: [...turns.slice(0, lastPrompt + 1), answer], ahead: [...ahead, hashOf(lastAnswer)].slice(-MOST_AHEAD) };
}
