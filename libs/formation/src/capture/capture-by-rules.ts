import type { MemoryType, Turn } from "@memory-cortex/models";

import { resolveDate } from "./dates.ts";
import type { ResolvedDate } from "./dates.ts";
import { EVENT } from "./events.ts";
import { isPerson, speakerName } from "./people.ts";
import { RULES } from "./rules.ts";
import type { CaptureRule } from "./rules.ts";
import { statementsOf } from "./statements.ts";
import type { Statement } from "./statements.ts";

/** A memory as the rules propose it; what becomes of it is decided against what is known already. */
export interface CaptureCandidate {
  type: MemoryType;
  /** One clear sentence in the speaker's own words, with the speaker's name and the resolved date. At most 300 characters. */
  text: string;
  topic: string | null;
  /** 0–1 */
  importance: number;
  /** 0–1 */
  confidence: number;
  tags: string[];
  turnIds: string[];
  speaker: string | null;
  observedAt: number;
  validFrom: number | null;
  validTo: number | null;
  lifetime: "permanent";
}

export interface CaptureInput {
  /** Turns that capture has not seen, in order. */
  turns: readonly Turn[];
  /** A few turns before them. The rules look at one sentence at a time and need none; a model does. */
  context: readonly Turn[];
  /** Epoch milliseconds. */
  now: number;
}

/** "It", "that" or "she" in front points at a sentence that the memory does not hold. */
const DANGLING = /^(?:(?:and|but|so|yeah|yes|well),? )?(?:it|that|this|they|he|she|those|these|there)\b/i;

/** Rules, procedures and preferences hold beyond a day; a date in their words is part of what they say. */
const DATED = new Set<MemoryType>(["fact", "episode"]);

/**
 * A request of so few new turns without times tells what is being said now, so "Friday" is reckoned from its arrival. More of them are
 * somebody's old export or a history sent for the first time: only dates with their year count there.
 */
export const MAX_LIVE_TURNS = 8;
export const MAX_CANDIDATES_PER_TURN = 3;
export const MAX_CANDIDATE_LENGTH = 300;

/**
 * Clear statements of people about themselves, as memories: rules, decisions, facts, preferences, procedures and dated events. No
 * language model; English only. Precision comes before recall, because the turns themselves stay searchable word for word.
 */
export function captureByRules({ turns, context }: CaptureInput): CaptureCandidate[] {
  const seen = [...context, ...turns];
  const people = new Set(seen.filter(isPerson).map(speakerName));
  const arrivedWith = Map.groupBy(seen, ({ createdAt }) => createdAt);
  return turns.flatMap((turn) => {
    const live = turn.timed || arrivedWith.get(turn.createdAt)!.length <= MAX_LIVE_TURNS;
    return isPerson(turn) ? candidatesOf(turn, { amongPeople: people.size > 1, live }) : [];
  });
}

interface Circumstances {
  /** Several people speak. */
  amongPeople: boolean;
  /** The turn's time is when it was said. */
  live: boolean;
}

function candidatesOf(turn: Turn, { amongPeople, live }: Circumstances): CaptureCandidate[] {
  const found = new Map<string, CaptureCandidate>();
  for (const statement of statementsOf(turn.text)) {
    const rule = RULES.find((one) => !(one.toMachine && amongPeople) && fits(one, statement)) ?? null;
    const named = resolveDate(statement.text, turn.observedAt);
    const date = live || named?.absolute ? named : null;
    if (rule !== null) found.set(statement.text, candidate(turn, { statement, rule, date }));
    else if (date !== null && fits(EVENT, statement)) found.set(statement.text, candidate(turn, { statement, rule: EVENT, date }));
  }
  const best = [...found.values()].sort((left, right) => right.importance - left.importance).slice(0, MAX_CANDIDATES_PER_TURN);
  return [...found.values()].filter((one) => best.includes(one));
}

function fits({ pattern, unless, allowsConditions = false }: CaptureRule, { own, hypothetical, asks }: Statement): boolean {
  if (!allowsConditions && (hypothetical || asks)) return false;
  if (!allowsConditions && DANGLING.test(own)) return false;
  return pattern.test(own) && !(unless?.test(own) ?? false);
}

interface Finding {
  statement: Statement;
  rule: CaptureRule;
  date: ResolvedDate | null;
}

function candidate(turn: Turn, { statement, rule, date }: Finding): CaptureCandidate {
  const name = speakerName(turn);
  return {
    type: rule.type,
    text: phrase(statement.text, { name, date: DATED.has(rule.type) ? date : null, recurs: rule.topic === "birthday" }),
    topic: rule.topic,
    importance: rule.importance,
    confidence: rule.confidence,
    tags: [rule.topic],
    turnIds: [turn.id],
    speaker: name,
    observedAt: turn.observedAt,
    // What lies ahead is known now; only what has begun has a beginning.
    validFrom: rule === EVENT && date?.precision === "day" && date.at <= turn.observedAt ? date.at : null,
    validTo: null,
    lifetime: "permanent",
  };
}

function phrase(sentence: string, { name, date, recurs }: { name: string | null; date: ResolvedDate | null; recurs: boolean }): string {
  const prefix = name === null ? "" : `${name}: `;
  const suffix = date === null || date.absolute || (recurs && date.namesMonth) ? "" : ` (${date.written})`;
  const room = MAX_CANDIDATE_LENGTH - prefix.length - suffix.length;
  const fitted = sentence.length <= room ? sentence : `${sentence.slice(0, room - 1).toWellFormed().replace(/\uFFFD$/, "")}…`;
  return prefix + fitted + suffix;
}
