import { analyseQuery, entityKey } from "@memory-cortex/text";

import type { CandidateEntity, CandidateFact } from "../candidate.ts";
import type { AnsweredFact, AnsweredMemory } from "./answer-schema.ts";
import { ANSWER_LIMITS } from "./limits.ts";
import { saidTime } from "./said-time.ts";
import type { Evidence } from "./support/evidence.ts";
import { numbersIn } from "./support/numbers.ts";
import { agreesInPolarity } from "./support/polarity.ts";

const USER = /^(?:the )?(?:user|i|me|my|myself|we|us|speaker)$/i;

interface Statement {
  text: string;
  /** Null: a person without a name. */
  speaker: string | null;
}

/** The facts of a candidate that its turns say, in the form in which they are kept. Others are left out; the candidate stands without them. */
export function supportedFacts(facts: readonly AnsweredFact[], { text, speaker }: Statement, evidence: Evidence): CandidateFact[] {
  return facts.slice(0, ANSWER_LIMITS.facts).flatMap((fact) => {
    const predicate = upperSnake(fact.predicate);
    const subject = USER.test(fact.subject.trim()) ? (speaker ?? "user") : fact.subject.trim();
    const object = fact.object.trim();
    if (predicate === null || !isShort(subject, ANSWER_LIMITS.name) || !isShort(object, ANSWER_LIMITS.object)) return [];
    if (subject !== "user" && subject !== speaker && !isNamed(subject, evidence)) return [];
    if (!occurs(object, evidence) || !isAsSaid(fact, { text, evidence })) return [];
    return [{ subject, predicate, object, negated: fact.negated, validFrom: saidTime(fact.from, evidence)?.at ?? null, validTo: saidTime(fact.to, evidence)?.at ?? null }];
  });
}

/** Entities whose name occurs in the turns; of their other names those that the turns tie to it. */
export function supportedEntities(entities: AnsweredMemory["entities"], evidence: Evidence): CandidateEntity[] {
  const seen = new Set<string>();
  return entities.slice(0, ANSWER_LIMITS.entities).flatMap(({ name, type, aliases }) => {
    const trimmed = name.trim();
    const key = entityKey(trimmed);
    if (key === "" || seen.has(key) || USER.test(trimmed) || !isShort(trimmed, ANSWER_LIMITS.name) || !isNamed(trimmed, evidence)) return [];
    seen.add(key);
    const others = aliases.map((alias) => alias.trim()).filter((alias) => isShort(alias, ANSWER_LIMITS.name) && entityKey(alias) !== key && isNamed(alias, evidence) && isOtherName(trimmed, alias, evidence));
    return [{ name: trimmed, type, aliases: [...new Set(others)].slice(0, ANSWER_LIMITS.aliases) }];
  });
}

const TIE = String.raw`(?:\s*[("“]|,?\s+(?:(?:is|was|also|who|or|we|they|usually|just)\s+){0,3}(?:called|known as|aka|a\.k\.a\.?|short for|stands for|nicknamed?|goes by|named|alias|formerly|renamed)\b)\W{0,3}`;
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Two names in one turn are two things, unless one is part of the other or the words tie them: "Kestrel (KST)", "Ana, known as Nani". */
function isOtherName(name: string, alias: string, { written }: Evidence): boolean {
  const parts = new Set(name.split(/\s+/).map(entityKey));
  if (alias.split(/\s+/).map(entityKey).some((part) => part.length > 1 && parts.has(part))) return true;
  const tied = (one: string, other: string): boolean => new RegExp(`${literal(one)}${TIE}(?:the )?${literal(other)}(?![\\p{L}\\p{N}])`, "iu").test(written);
  return tied(name, alias) || tied(alias, name);
}

const isShort = (text: string, most: number): boolean => text !== "" && text.length <= most && text.isWellFormed();

function upperSnake(predicate: string): string | null {
  const name = predicate.trim().replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "").toUpperCase();
  return /^[A-Z][A-Z0-9_]{1,39}$/.test(name) ? name : null;
}

/** Every word of a name occurs, as a name is written. */
function isNamed(name: string, { names, terms }: Evidence): boolean {
  const parts = name.split(/[\s\-–—/]+/u).map(entityKey).filter(Boolean);
  return parts.length > 0 && parts.every((part) => names.has(part) || analyseQuery(part).every((term) => terms.has(term)));
}

/** Objects are the turn's own words: each that tells something occurs there, and every number. */
function occurs(object: string, evidence: Evidence): boolean {
  const terms = analyseQuery(object);
  return terms.length > 0 && terms.every((term) => evidence.terms.has(term)) && [...numbersIn(object)].every((number) => evidence.numbers.has(number));
}

/** The turns affirm what the fact affirms: "Lives in Berlin" is not said by "I do not live in Berlin". */
function isAsSaid({ object, negated }: AnsweredFact, { text, evidence }: { text: string; evidence: Evidence }): boolean {
  const telling = new Set(analyseQuery(`${object} ${text}`));
  return agreesInPolarity(`${negated ? "not " : ""}${object}`, { said: evidence.clauses, telling });
}
