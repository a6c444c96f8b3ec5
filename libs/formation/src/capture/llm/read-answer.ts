import type { Turn } from "@memory-cortex/models";

import { MAX_CANDIDATE_LENGTH } from "../candidate.ts";
import type { CaptureCandidate } from "../candidate.ts";
import { speakerName } from "../people.ts";
import type { AnsweredMemory, CaptureAnswer } from "./answer-schema.ts";
import { classify } from "./classify.ts";
import { datedText } from "./dated-text.ts";
import { ANSWER_LIMITS } from "./limits.ts";
import type { CapturePrompt } from "./prompt.ts";
import type { RefusalReason, Refused } from "./refusal.ts";
import { lastMoment, saidTime } from "./said-time.ts";
import { unsupported } from "./support/check-support.ts";
import { evidenceOf } from "./support/evidence.ts";
import type { Evidence } from "./support/evidence.ts";
import type { TurnReading } from "./support/turn-reading.ts";
import { supportedEntities, supportedFacts } from "./supported-parts.ts";

export interface AnswerContext {
  prompt: Pick<CapturePrompt, "turns" | "memories">;
  /** Turns of the window that are new; others only help to understand. */
  isNew: (turn: Turn) => boolean;
  read: (turn: Turn) => TurnReading;
  /** The turn right before one. */
  before: (turn: Turn) => Turn | null;
}

/** What comes after so many proposals is not even looked at. */
const MOST_READ = 2 * ANSWER_LIMITS.candidates;

/** An answer, believed as far as its turns say the same. */
export function readAnswer({ memories }: CaptureAnswer, context: AnswerContext): { candidates: CaptureCandidate[]; refused: Refused[] } {
  const candidates: CaptureCandidate[] = [];
  const refused: Refused[] = [];
  const perTurn = new Map<string, number>();
  const scale = scaleOf(memories);
  for (const [index, memory] of memories.slice(0, MOST_READ).entries()) {
    const read = index >= ANSWER_LIMITS.candidates ? "too_many" : candidateOf(memory, { ...context, scale });
    if (typeof read === "string") {
      refused.push({ text: memory.text.slice(0, MAX_CANDIDATE_LENGTH).toWellFormed(), reason: read });
      continue;
    }
    const first = read.turnIds.at(-1)!;
    perTurn.set(first, (perTurn.get(first) ?? 0) + 1);
    if (perTurn.get(first)! > ANSWER_LIMITS.perTurn) refused.push({ text: read.text, reason: "too_many" });
    else candidates.push(read);
  }
  return { candidates, refused };
}

/** Some models write shares of one, although they are asked for percent. */
function scaleOf(memories: readonly AnsweredMemory[]): number {
  const values = memories.flatMap(({ confidence, importance }) => [confidence, importance]).filter((value) => value !== 0);
  return values.length > 0 && values.every((value) => value > 0 && value <= 1) ? 1 : 100;
}

const clamp = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);

function candidateOf(memory: AnsweredMemory, context: AnswerContext & { scale: number }): CaptureCandidate | RefusalReason {
  const text = memory.text.toWellFormed().replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
  const confidence = clamp(memory.confidence / context.scale);
  const ill = illFormed(text, confidence);
  if (ill !== null) return ill;
  const cited = citedTurns(memory.turns, context);
  if (cited.length === 0) return "cites_nothing";
  const readings = cited.map(context.read);
  const source = readings.find(({ turn, person }) => person && context.isNew(turn))?.turn;
  if (source === undefined) return cited.some(context.isNew) ? "not_said_by_a_person" : "only_context";
  const evidence = evidenceOf(readings, { before: (reading) => readBefore(reading, context) });
  if (evidence === null) return "not_said_by_a_person";
  const type = memory.type ?? classify(text);
  const missing = unsupported({ text, order: type === "rule" || type === "procedure", saidAt: source.observedAt }, evidence);
  if (missing !== null) return missing;
  const importance = clamp(memory.importance / context.scale);
  const programs = new Set(readings.filter(({ turn }) => turn.role === "tool" || turn.role === "system").map(({ turn }) => turn.id));
  const turnIds = cited.filter(({ id }) => !programs.has(id)).map(({ id }) => id);
  return { ...candidateFrom(memory, { text, type, source, evidence }), importance, confidence, turnIds, updates: knownIds(memory.updates, context) };
}

function readBefore({ turn }: TurnReading, { before, read }: AnswerContext): TurnReading | null {
  const earlier = before(turn);
  return earlier === null ? null : read(earlier);
}

function illFormed(text: string, confidence: number): RefusalReason | null {
  if (text === "") return "malformed";
  if (text.length < ANSWER_LIMITS.shortest || !/\p{L}/u.test(text)) return "too_short";
  if (text.length > MAX_CANDIDATE_LENGTH) return "too_long";
  return confidence < ANSWER_LIMITS.leastConfidence ? "unsure" : null;
}

/** "t3", "T3", "[3]": models write numbers in many ways. In the order in which they were said; numbers that nobody gave are passed over. */
function citedTurns(labels: readonly string[], { prompt }: AnswerContext): Turn[] {
  const cited = labels.slice(0, ANSWER_LIMITS.citedTurns).map((label) => /^\W*t?(\d{1,4})\W*$/i.exec(label)?.[1]);
  const wanted = new Set(cited.flatMap((number) => (number === undefined ? [] : [`t${Number(number)}`])));
  return [...prompt.turns].filter(([label]) => wanted.has(label)).map(([, turn]) => turn);
}

function knownIds(labels: readonly string[], { prompt }: AnswerContext): string[] {
  const ids = labels.flatMap((label) => prompt.memories.get(label.trim().toLowerCase())?.id ?? []);
  return [...new Set(ids)].slice(0, ANSWER_LIMITS.updates);
}

interface Read {
  text: string;
  type: CaptureCandidate["type"];
  source: Turn;
  evidence: Evidence;
}

function candidateFrom(memory: AnsweredMemory, { text, type, source, evidence }: Read): Omit<CaptureCandidate, "importance" | "confidence" | "turnIds" | "updates"> {
  const speaker = speakerName(source);
  const facts = supportedFacts(memory.facts, { text, speaker }, evidence);
  const start = type === "episode" ? (saidTime(memory.start, evidence) ?? saidTime(text, evidence)) : null;
  const end = type === "episode" ? saidTime(memory.end, evidence) : null;
  const startAt = start?.at ?? null;
  const endAt = end === null || end === start ? start && lastMoment(start) : (lastMoment(end) ?? end.at);
  const since = start?.at ?? facts.find(({ validFrom }) => validFrom !== null)?.validFrom ?? (memory.change === "none" ? null : (saidTime(text, evidence)?.at ?? null));
  const topic = memory.topic?.toWellFormed().trim().toLowerCase().slice(0, ANSWER_LIMITS.name) ?? "";
  return {
    origin: "llm",
    type,
    text: datedText(text, { dates: evidence.dates, saidAt: source.observedAt }),
    topic: topic === "" ? null : topic,
    tags: topic === "" ? [] : [topic],
    speaker,
    observedAt: source.observedAt,
    // What lies ahead is known now; only what has begun has a beginning.
    validFrom: since !== null && since <= source.observedAt ? since : null,
    validTo: null,
    lifetime: "permanent",
    facts,
    entities: supportedEntities(memory.entities, evidence),
    episode: startAt === null ? null : { startAt, endAt: endAt !== null && endAt >= startAt ? endAt : null },
    change: memory.change,
  };
}
