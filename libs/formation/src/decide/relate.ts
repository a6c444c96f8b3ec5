import { analyseQuery, entityKey } from "@memory-cortex/text";

import type { Reading } from "./reading.ts";
import { compareObjects, dayOf } from "./same-object.ts";
import { isFunctional, usualPredicate } from "./slot-patterns.ts";
import type { SlotFact } from "./slots-of.ts";
import type { Thresholds } from "./thresholds.ts";

/** What a newer statement is to an older one. */
export type RelationKind = "same" | "entailed" | "updates" | "contradicts" | "uncertain" | "compatible";

export interface Related {
  relation: RelationKind;
  /** In a few words, for receipts and tables; never text of a memory. */
  reason: string;
  /** For "updates" and "contradicts": since when the older one is over, where the words tell. */
  since: number | null;
}

export interface Nearness {
  /** Of the two texts; null when no embedder can tell. */
  cosine: number | null;
  thresholds: Thresholds;
  /** Both were said in one project, or at least one in none: what each project uses, and when, is its own. Default true. */
  sameProject?: boolean;
}

const is = (relation: RelationKind, reason: string, since: number | null = null): Related => ({ relation, reason, since });

/**
 * What a statement is to another one said before it. Contradiction comes first: slots, then denial and numbers of the same statement;
 * only what nothing sets apart can be the same. Pure. What changes without saying so contradicts; what says so updates.
 */
export function relate(newer: Reading, older: Reading, nearness: Nearness): Related {
  const { sameProject = true } = nearness;
  if (newer.text === older.text) return is("same", "same text");
  if (newer.long || older.long) return is("compatible", "more than a statement");
  const slot = bySlots(newer, older, sameProject);
  if (slot !== null && slot.relation !== "same") return slot;
  const difference = sameProject ? byDifference(newer, older) : null;
  if (difference !== null) return difference;
  return byLikeness(newer, older, { ...nearness, sameSlot: slot !== null }) ?? is("compatible", slot === null ? "other words" : "same slot, other words");
}

/** Compares what both say of one slot; "same" when they agree, null when they share none. */
function bySlots(newer: Reading, older: Reading, sameProject: boolean): Related | null {
  const found: Related[] = [];
  for (const fact of newer.facts) {
    for (const known of older.facts) {
      const related = shareSlot(fact, known) && (sameProject || PERSONAL.test(usualPredicate(fact.predicate))) ? compareFacts({ fact, of: newer }, { fact: known, of: older }) : null;
      if (related !== null) found.push(related);
    }
  }
  const first = (relation: RelationKind): Related | undefined => found.find((one) => one.relation === relation);
  const clash = first("updates") ?? first("contradicts") ?? first("uncertain");
  if (clash !== undefined && clash.relation !== "uncertain" && older.clauses > 1) return is("uncertain", "more than the slot", clash.since);
  return clash ?? first("compatible") ?? first("same") ?? null;
}

/** True of a person whatever they work on. */
const PERSONAL = /^(?:LIVES_IN|WORKS_AT|HAS_ROLE|MARRIED_TO|REPORTS_TO|BORN_ON|PREFERS_FOR_.*)$/;

/** Whether both fill one slot with the same object, whatever else they say. */
export function fillsSame(newer: Reading, older: Reading): boolean {
  return newer.facts.some((fact) => older.facts.some((known) => !denies(fact) && !denies(known) && shareSlot(fact, known) && compareFacts({ fact, of: newer }, { fact: known, of: older })?.relation === "same"));
}

const USE = /^USES(?:_FOR_.*)?$/;

function shareSlot(left: SlotFact, right: SlotFact): boolean {
  if (entityKey(left.subject) !== entityKey(right.subject)) return false;
  const [a, b] = [usualPredicate(left.predicate), usualPredicate(right.predicate)];
  if (a === b) return isFunctional(a) || a === "USES" || left.negated !== right.negated;
  // A tool that is given up is given up for whatever it was used.
  return USE.test(a) && USE.test(b) && (left.change === "ends" || right.change === "ends") && entityKey(left.object) === entityKey(right.object);
}

interface SaidFact {
  fact: SlotFact;
  of: Reading;
}

const denies = ({ change, negated }: SlotFact): boolean => change === "ends" || negated;

function compareFacts(newer: SaidFact, older: SaidFact): Related | null {
  const [fact, known] = [newer.fact, older.fact];
  const predicate = usualPredicate(fact.predicate);
  const objects = compareObjects(predicate, { object: fact.object, observedAt: newer.of.observedAt }, { object: known.object, observedAt: older.of.observedAt });
  if (denies(fact) || denies(known)) {
    if (objects !== "same") return null;
    if (denies(fact) && denies(known)) return is("same", "same end");
    if (fact.change === "ends") return is("updates", "slot ended", fact.validTo);
    return denies(known) && fact.change === "replaces" ? is("updates", "slot filled again", fact.validFrom) : is("contradicts", "slot denied", fact.validFrom);
  }
  if (objects === "same") return is("same", "same slot");
  if (!isFunctional(predicate)) return null;
  if (fact.added || known.added) return is("compatible", "one beside the other");
  if (apart(newer, older)) return is("compatible", "other time");
  const changed = fact.change === "replaces";
  if (objects === "incomparable") return changed && predicate === "LIVES_IN" ? is("uncertain", "objects of another kind", fact.validFrom) : is("compatible", "objects of another kind");
  if (changed && older.of.event && !isState(predicate)) return is("compatible", "an event");
  return changed ? is("updates", "slot changed", fact.validFrom) : is("contradicts", "slot filled otherwise", fact.validFrom);
}

const isState = (predicate: string): boolean => predicate !== "USES";
const WEEK_MS = 604_800_000;

/** Whether the two speak of times that do not meet; a date that had passed was another occasion. */
function apart(newer: SaidFact, older: SaidFact): boolean {
  const [fact, known] = [newer.fact, older.fact];
  if (fact.validTo !== null && known.validFrom !== null && fact.validTo <= known.validFrom) return true;
  if (known.validTo !== null && known.validTo <= (fact.validFrom ?? newer.of.observedAt)) return true;
  const { predicate } = fact;
  if (predicate !== "SCHEDULED_FOR" && predicate !== "DEADLINE_OF") return false;
  const day = dayOf({ object: known.object, observedAt: older.of.observedAt });
  return day !== null && day + (fact.change === "replaces" ? WEEK_MS : 0) < newer.of.observedAt - 86_400_000;
}

const without = (words: readonly string[], others: readonly string[]): string[] => words.filter((word) => !others.includes(word));
const within = (words: readonly string[], others: readonly string[]): boolean => words.every((word) => others.includes(word));
const equal = (left: readonly string[], right: readonly string[]): boolean => left.length === right.length && within(left, right);

/** Words besides the one that names who it is about. */
const telling = ({ words, names }: Reading): number => words.filter((word, index) => !(index === 0 && names.has(word))).length;

/** Denial, end or another number of the same statement. */
function byDifference(newer: Reading, older: Reading): Related | null {
  if (newer.planned !== older.planned || newer.event !== older.event) return null;
  const extra = without(newer.words, older.words);
  const missing = without(older.words, newer.words);
  if ([...extra, ...missing].some((word) => newer.names.has(word) || older.names.has(word))) return null;
  if (newer.words.length === 0 || newer.event) return null;
  return denial({ newer, older }, { extra, missing }) ?? otherNumber({ newer, older }, extra.length + missing.length);
}

interface Pair {
  newer: Reading;
  older: Reading;
}

function denial({ newer, older }: Pair, { extra, missing }: { extra: string[]; missing: string[] }): Related | null {
  const ends = newer.change === "ends" && older.change !== "ends" && !older.negated;
  const began = older.change === "ends" && newer.change !== "ends" && !newer.negated;
  if (!ends && !began && (newer.negated === older.negated || newer.change === "ends" || older.change === "ends")) return null;
  const denied = ends || (!began && newer.negated) ? newer : older;
  const stated = denied === newer ? older : newer;
  // What is denied must be all of it: who eats no raw fish may eat fish.
  const beyond = denied === newer ? extra : missing;
  if (beyond.length > 0 || telling(denied) + (ends ? 0 : denied.dates.length) < 2 || !within(denied.dates, stated.dates) || !within(denied.numbers, stated.numbers)) return null;
  if (newer.restricted !== older.restricted) return null;
  if (older.clauses > 1) return is("uncertain", "more than what is denied");
  return ends || newer.change === "replaces" ? is("updates", ends ? "ended" : "denied from now on") : is("contradicts", "denied");
}

/** Longer statements may differ in a word more and still be the same statement. */
const MOST_OTHER_WORDS = 1;

function otherNumber({ newer, older }: Pair, others: number): Related | null {
  if (newer.negated !== older.negated || newer.numbers.length === 0 || older.numbers.length === 0 || equal(newer.numbers, older.numbers)) return null;
  if (others > MOST_OTHER_WORDS || telling(newer) < 1 || newer.added || older.added || older.clauses > 1) return null;
  const named = newer.change === "replaces" && within(older.numbers, newer.numbers);
  if (!named && newer.numbers.length !== older.numbers.length) return null;
  if (!equal(newer.dates, older.dates) && newer.change !== "replaces") return null;
  return newer.change === "replaces" ? is("updates", "number changed") : is("contradicts", "other number");
}

const DIRECTED = /\b(?:than|over|before|after|from|to|instead of|rather than|above|below|under)\b/i;

/** Same words, or nothing said that is not known: the last step, after everything that could set the two apart. */
function byLikeness(newer: Reading, older: Reading, { cosine, thresholds, sameSlot }: Nearness & { sameSlot: boolean }): Related | null {
  if (newer.negated !== older.negated || newer.planned !== older.planned || newer.added !== older.added || newer.event !== older.event) return null;
  if ((newer.change === "ends") !== (older.change === "ends")) return null;
  const [extra, missing] = [without(newer.words, older.words), without(older.words, newer.words)].map((words) => (sameSlot ? words.filter((word) => !SLOT_WORDS.has(word)) : words)) as [string[], string[]];
  if (extra.some((word) => newer.names.has(word)) || missing.some((word) => older.names.has(word) && !sameSlot)) return null;
  if (!within(newer.numbers, older.numbers) || !within(newer.dates, older.dates)) return null;
  if (DIRECTED.test(newer.said) && DIRECTED.test(older.said) && !sameOrder(newer.words, older.words)) return null;
  const full = equal(newer.numbers, older.numbers) && equal(newer.dates, older.dates) && newer.restricted === older.restricted;
  if (extra.length === 0 && missing.length === 0 && full && sameOrder(namesOf(newer), namesOf(older))) return is("same", "same words");
  if (full && cosine !== null && cosine >= thresholds.same && extra.length + missing.length <= 1 && !bindsOther(newer, extra) && !bindsOther(older, missing)) return is("same", "nearly the same words");
  const near = cosine === null ? missing.length <= newer.words.length : cosine >= thresholds.entailed;
  if (extra.length === 0 && near && !older.restricted && !bindsOther(older, missing) && older.clauses === 1) return is("entailed", "says no more");
  return null;
}

const bindsOther = (reading: Reading, words: readonly string[]): boolean => words.some((word) => reading.bound.has(word));
const namesOf = ({ words, names }: Reading): string[] => words.filter((word) => names.has(word));
const sameOrder = (left: readonly string[], right: readonly string[]): boolean => {
  const shared = left.filter((word) => right.includes(word));
  return shared.every((word, index) => right.filter((other) => left.includes(other))[index] === word);
};

/** Words that only say that a slot is filled. */
const SLOT_WORDS = new Set(
  analyseQuery("live lives living reside residing based home moved settled work works working employed employer job company married husband wife partner spouse fiancé girlfriend boyfriend report boss manager supervisor called named name deadline due located hosted situated favourite favorite prefer use uses", { language: "en" }),
);
