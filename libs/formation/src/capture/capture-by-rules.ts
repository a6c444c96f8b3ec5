import type { MemoryType, Turn } from "@memory-cortex/models";

import { MAX_CANDIDATE_LENGTH } from "./candidate.ts";
import type { CaptureCandidate, CaptureInput } from "./candidate.ts";
import { resolveDate } from "./dates.ts";
import type { ResolvedDate } from "./dates.ts";
import { episodeWindow } from "./episode-window.ts";
import { EVENT } from "./events.ts";
import { liveTurns } from "./live-turns.ts";
import { isPerson, speakerName } from "./people.ts";
import { RULES } from "./rules.ts";
import type { CaptureRule } from "./rules.ts";
import { statementsOf } from "./statements.ts";
import type { Statement } from "./statements.ts";

/** "It", "that" or "she" in front points at a sentence that the memory does not hold. */
const DANGLING = /^(?:(?:and|but|so|yeah|yes|well),? )?(?:it|that|this|they|he|she|those|these|there)\b/i;

/** Rules, procedures and preferences hold beyond a day; a date in their words is part of what they say. */
const DATED = new Set<MemoryType>(["fact", "episode"]);

export const MAX_CANDIDATES_PER_TURN = 3;

/**
 * Clear statements of people about themselves, as memories: rules, decisions, facts, preferences, procedures and dated events. No
 * language model; English only. Precision comes before recall, because the turns themselves stay searchable word for word.
 */
export function captureByRules({ turns, context }: CaptureInput): CaptureCandidate[] {
  const seen = [...context, ...turns];
  const people = new Set(seen.filter(isPerson).map(speakerName));
  const isLive = liveTurns(seen);
  return turns.flatMap((turn) => (isPerson(turn) ? candidatesOf(turn, { amongPeople: people.size > 1, live: isLive(turn) }) : []));
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
    origin: "rules",
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
    facts: [],
    entities: [],
    episode: rule.type === "episode" && date !== null ? episodeWindow(date) : null,
    change: "none",
    updates: [],
  };
}

function phrase(sentence: string, { name, date, recurs }: { name: string | null; date: ResolvedDate | null; recurs: boolean }): string {
  const prefix = name === null ? "" : `${name}: `;
  const suffix = date === null || date.absolute || (recurs && date.namesMonth) ? "" : ` (${date.written})`;
  const room = MAX_CANDIDATE_LENGTH - prefix.length - suffix.length;
  const fitted = sentence.length <= room ? sentence : `${sentence.slice(0, room - 1).toWellFormed().replace(/\uFFFD$/, "")}…`;
  return prefix + fitted + suffix;
}
