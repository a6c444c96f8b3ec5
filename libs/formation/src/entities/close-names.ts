import type { EntityType } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";

/** A name with its kind, as far as comparing goes. */
export interface Named {
  name: string;
  type: EntityType;
}

const TITLE = /^(?:dr|mr|mrs|ms|prof|professor|doctor|sir|lady)\.?\s+(?=\S)/iu;
const LEAST_SHORT_FORM = 3;
const LEAST_ACRONYM = 3;
const SMALL = new Set(["of", "the", "and", "for", "de", "in"]);

/** "Dr. Weber" and "Weber" are one name. */
export const withoutTitle = (name: string): string => name.replace(TITLE, "");

/** A concept is what could not be told: it may be anything. */
export const compatible = (one: EntityType, other: EntityType): boolean => one === other || one === "concept" || other === "concept";

/** A name taken apart once, to be compared with many. */
export interface NameForm {
  type: EntityType;
  /** Words of its key, without a title. */
  parts: readonly string[];
  /** The name where it is written in capitals only, as an acronym is. */
  acronym: string | null;
  /** First letters of its words but for the small ones; null where one begins with none. */
  initials: string | null;
}

export function formOf({ name, type }: Named): NameForm {
  const letters = name.split(/[\s-]+/u).filter((word) => !SMALL.has(word.toLowerCase())).map((word) => word[0]?.toUpperCase() ?? "");
  return {
    type,
    parts: entityKey(withoutTitle(name)).split(" ").filter((part) => part !== ""),
    acronym: name.length >= LEAST_ACRONYM && /^\p{Lu}+$/u.test(name) ? name : null,
    initials: letters.every((letter) => letter.length === 1) ? letters.join("") : null,
  };
}

/**
 * Whether two different names may be names of one: a person's first and full name ("Ann", "Ann Lee"), a short form and the name it begins
 * ("Mel", "Melanie"), or an acronym and what it stands for. Spelling alone ("Maria", "Mario") is never enough.
 */
export function areClose(one: NameForm, other: NameForm): boolean {
  if (!compatible(one.type, other.type)) return false;
  if (one.type === "person" && other.type === "person") return closePersons(one.parts, other.parts);
  return isAcronymOf(one, other) || isAcronymOf(other, one);
}

function closePersons(left: readonly string[], right: readonly string[]): boolean {
  const [first, second] = [left[0], right[0]];
  if (first === undefined || second === undefined) return false;
  if (left.length > 1 && right.length > 1) return left.at(-1) === right.at(-1) && shortFormOf(first, second);
  return first === second || shortFormOf(first, second) || left.at(-1) === right[0] || right.at(-1) === left[0];
}

function shortFormOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short !== long && short.length >= LEAST_SHORT_FORM && long.startsWith(short);
}

const isAcronymOf = ({ acronym }: NameForm, { initials }: NameForm): boolean => acronym !== null && acronym === initials;
