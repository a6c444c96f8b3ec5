import { analyse, analyseQuery } from "@memory-cortex/text";

import { datesIn } from "../../dates.ts";
import type { NamedDate } from "../../dates.ts";
import type { RefusalReason } from "../refusal.ts";
import type { Evidence } from "./evidence.ts";
import { holdsName, nameWordsIn } from "./names.ts";
import { numbersIn } from "./numbers.ts";
import { agreesInPolarity } from "./polarity.ts";

/** Words in which a model reports what somebody said; that the turns lack them says nothing. */
const REPORTING = new Set(analyse("user users assistant person someone says said mentioned states stated notes reported called named name likes prefers wants has owns lives works is was currently now their his her"));
/** At least so much of what a candidate says has to be said in its turns … */
const SHARE = 0.5;
/** … and so much of a rule or a procedure in the speaker's own words: what is pasted or quoted orders nothing. */
const OWN_SHARE = { order: 0.5, statement: 0.2 };

export interface Claim {
  text: string;
  /** Rules and procedures tell somebody what to do. */
  order: boolean;
  /** When its turn was said, epoch milliseconds. */
  saidAt: number;
}

/**
 * Whether the turns that a claim names hold what it says: its words, numbers, dates and names, and the same yes or no. Null when they
 * do, else the first thing that is missing.
 */
export function unsupported({ text, order, saidAt }: Claim, evidence: Evidence): RefusalReason | null {
  const dates = datesIn(text, saidAt);
  const telling = tellingTerms(withoutWords(text, dates));
  const said = (terms: ReadonlySet<string>): number => telling.filter((term) => terms.has(term)).length;
  if (telling.length === 0 || said(evidence.shownTerms) < telling.length * SHARE) return "says_more";
  if (said(evidence.terms) < telling.length * SHARE) return "quoted";
  if (said(evidence.ownTerms) < telling.length * OWN_SHARE[order ? "order" : "statement"]) return "quoted";
  if (!dates.every((date) => isSaid(date, evidence))) return "date";
  const meant = new Set(evidence.dates.flatMap(({ date }) => numbersOf(date.at)));
  if (![...numbersIn(text)].every((number) => evidence.numbers.has(number) || meant.has(number))) return "number";
  if (!namesAreSaid(withoutWords(text, dates), evidence)) return "name";
  return agreesInPolarity(text, { said: evidence.clauses, telling: new Set(analyseQuery(text)) }) ? null : "negation";
}

/** The numbers with which a date is written. */
function numbersOf(at: number): string[] {
  const date = new Date(at);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].map(String);
}

/** The words that tell one statement from another. Of "The user likes it" nothing is left but the reporting, so that counts then. */
function tellingTerms(text: string): string[] {
  const terms = analyseQuery(text);
  const telling = terms.filter((term) => !REPORTING.has(term));
  return telling.length > 0 ? telling : terms;
}

const withoutWords = (text: string, dates: readonly NamedDate[]): string => dates.reduce((rest, { words }) => rest.replace(words, " "), text);

/** Where capitals tell nothing, the share of words has to do. Months and weekdays are dates. */
function namesAreSaid(text: string, evidence: Evidence): boolean {
  if (!evidence.capitalsTell) return true;
  return nameWordsIn(text).every((word) => holdsName(word, { forms: evidence.names, terms: evidence.terms }));
}

/** A date in words of the turns, or the day, month or year that such words mean. */
function isSaid({ date, words }: NamedDate, { dates }: Evidence): boolean {
  return dates.some((said) => said.words.toLowerCase() === words.toLowerCase() || isSameTime(date, said.date));
}

/** Alike as far as the coarser of the two goes: "in May 2026" is said by "on 2 May 2026", not the other way round. */
function isSameTime(claimed: NamedDate["date"], said: NamedDate["date"]): boolean {
  const [here, there] = [new Date(claimed.at), new Date(said.at)];
  if (here.getUTCFullYear() !== there.getUTCFullYear()) return false;
  if (claimed.precision === "year") return true;
  if (said.precision === "year" || here.getUTCMonth() !== there.getUTCMonth()) return false;
  if (claimed.precision === "month") return true;
  return said.precision !== "month" && here.getUTCDate() === there.getUTCDate();
}
