import type { CandidateChange, CandidateFact } from "../capture/candidate.ts";
import { resolveDate } from "../capture/dates.ts";
import { changeOfState, isAdded, isNegated, isPlanned } from "./change-words.ts";
import { clausesOf, saidIn } from "./clauses.ts";
import { objectOf } from "./object-of.ts";
import { SLOT_PATTERNS } from "./slot-patterns.ts";
import type { SlotPattern } from "./slot-patterns.ts";
import { ownerOf, subjectOf } from "./subject-of.ts";
import { TOPIC_READERS } from "./topic-slots.ts";
import type { FoundSlot } from "./topic-slots.ts";

/** A fact and what its own words say of an earlier one. */
export interface SlotFact extends CandidateFact {
  change: CandidateChange;
  /** Beside others ("I also work at"): it takes nobody's place. */
  added: boolean;
}

export interface SlotContext {
  /** Null: the user, without a name. */
  speaker: string | null;
  /** Epoch milliseconds; "in May" is reckoned from it. */
  observedAt: number;
}

/** Longer texts are documents, not statements. */
export const LONGEST_STATEMENT = 320;
const PAST_VERB = /^(?:lived|worked|reported|resided|was|were)\b/i;
const HAVE = /\bhave\b|\bhas\b|'ve|'s\b|\bhaven't\b|\bhasn't\b/i;
/** The date in such a statement is what it says, not since when. */
const DATED = new Set(["DEADLINE_OF", "SCHEDULED_FOR", "BORN_ON"]);
const NO_TIMES = { validFrom: null, validTo: null };
/** Arrangements lie ahead, but a change that was made lies behind: the date of "moved to Lisbon in May" is the last May. */
const MADE = /\b(?:moved|switched|changed|migrated|transferred|relocated|rescheduled|postponed|planned|scheduled)\b/gi;
const BEGINS = /\b(?:since|as of|starting)\b/i;

/**
 * What a statement says of slots that hold one object at a time (and of tools in use, which may be replaced): who lives, works and is
 * called how since when. Rules, English; in the first and third person. What is only planned, asked or long past fills no slot.
 */
export function slotsOf(text: string, { speaker, observedAt }: SlotContext): SlotFact[] {
  if (text.length > LONGEST_STATEMENT) return [];
  const { said, date } = saidIn(text, speaker);
  if (/\?\s*$/.test(said)) return [];
  const slots: SlotFact[] = [];
  for (const clause of clausesOf(said)) {
    if (isPlanned(clause)) continue;
    const filled = [...SLOT_PATTERNS.flatMap((pattern) => fill(pattern, clause, speaker)), ...TOPIC_READERS.flatMap((read) => read(clause, speaker))];
    // "Moved from Berlin to Lisbon" speaks of homes, "moved from Jenkins to Buildkite" of tools.
    const found = filled.filter((one) => one.predicate !== "USES" || !filled.some(({ predicate, object }) => predicate === "LIVES_IN" && object === one.object));
    const times = (change: CandidateChange): Pick<SlotFact, "validFrom" | "validTo"> => timesOf({ clause, date, change, observedAt });
    for (const one of found) {
      const key = JSON.stringify([one.predicate, one.subject, one.object]);
      if (one.object !== "" && !slots.some((slot) => JSON.stringify([slot.predicate, slot.subject, slot.object]) === key)) slots.push({ ...one, negated: one.negated || one.change === "ends", ...(DATED.has(one.predicate) ? NO_TIMES : times(one.change)), added: isAdded(clause) });
    }
  }
  return slots;
}

function fill({ predicate, verb, change, accepts, owned = false, unless, about }: SlotPattern, clause: string, speaker: string | null): FoundSlot[] {
  const match = verb.exec(clause);
  if (match === null || unless?.test(clause)) return [];
  const before = clause.slice(0, match.index);
  const behind = clause.slice(match.index + match[0].length);
  const owner = owned ? ownerOf(before, speaker) : null;
  const found = owned ? (owner === null ? null : { subject: owner, between: "" }) : subjectOf(before, speaker);
  const object = predicate === "HAS_ROLE" ? roleOf(objectOf(behind)) : change === "ends" ? objectOf(behind).replace(/\s(?:for|to join)\s.*$/, "") : objectOf(behind);
  if (found === null || object === "" || !(accepts?.(object) ?? true) || !(about?.test(found.subject) ?? true)) return [];
  const stated = change ?? changeOfState(clause);
  if (stated !== "ends" && change === undefined && isPast(match[0], found.between)) return [];
  const negated = stated !== "ends" && isNegated(`${found.between} ${match[0]}`);
  const slot = { subject: found.subject, predicate, object, change: negated && change !== undefined ? ("none" as const) : stated, negated };
  const from = match.groups?.["from"] ?? match.groups?.["was"];
  return from === undefined ? [slot] : [slot, { ...slot, object: objectOf(from), change: "ends" }];
}

const roleOf = (object: string): string => object.replace(/\s(?:at|for|in|with|on)\s.*$/i, "");

/** "I lived in Porto" is over and says nothing of now, "I have lived in Porto" is not. */
const isPast = (verb: string, between: string): boolean => (PAST_VERB.test(verb) && !HAVE.test(between)) || /\b(?:was|were|had)\b/i.test(between);

function timesOf({ clause, date, change, observedAt }: { clause: string; date: string | null; change: CandidateChange; observedAt: number }): Pick<SlotFact, "validFrom" | "validTo"> {
  if (change === "none" && !BEGINS.test(clause)) return { validFrom: null, validTo: null };
  const month = pastMonth(clause, observedAt) ?? pastYear(clause, observedAt);
  if (month !== null) return change === "ends" ? { validFrom: null, validTo: month } : { validFrom: month, validTo: null };
  const resolved = resolveDate(clause.replace(MADE, "went"), observedAt) ?? (date === null ? null : resolveDate(`on ${date.replace(/^around /, "")}`, observedAt));
  const at = resolved === null || resolved.at > observedAt ? null : resolved.at;
  return change === "ends" ? { validFrom: null, validTo: at } : { validFrom: at, validTo: null };
}

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const IN_MONTH = new RegExp(String.raw`\b(?:in|since|as of) (${MONTHS.join("|")})(?:,? (\d{4}))?\b`, "i");

/** The beginning of the month that a change is said to be made in: the last one of that name. "May" alone is no date to the parser of dates. */
function pastMonth(clause: string, observedAt: number): number | null {
  const [, name, year] = IN_MONTH.exec(clause) ?? [];
  if (name === undefined) return null;
  const month = MONTHS.indexOf(name.toLowerCase());
  const thisYear = new Date(observedAt).getUTCFullYear();
  const at = Date.UTC(year === undefined ? thisYear : Number(year), month);
  if (at <= observedAt) return at;
  return year === undefined ? Date.UTC(thisYear - 1, month) : null;
}

function pastYear(clause: string, observedAt: number): number | null {
  const year = /\b(?:in|since|as of) ((?:19|20)\d\d)\b/i.exec(clause)?.[1];
  const at = year === undefined ? null : Date.UTC(Number(year), 0);
  return at !== null && at <= observedAt ? at : null;
}
