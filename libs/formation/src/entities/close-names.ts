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

/**
 * Whether two different names may be names of one: a person's first and full name ("Ann", "Ann Lee"), a short form and the name it begins
 * ("Mel", "Melanie"), or an acronym and what it stands for. Spelling alone ("Maria", "Mario") is never enough.
 */
export function areClose(one: Named, other: Named): boolean {
  if (!compatible(one.type, other.type)) return false;
  if (one.type === "person" && other.type === "person") return closePersons(one.name, other.name);
  return isAcronymOf(one.name, other.name) || isAcronymOf(other.name, one.name);
}

function closePersons(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const [first, second] = [left[0], right[0]];
  if (first === undefined || second === undefined) return false;
  if (left.length > 1 && right.length > 1) return left.at(-1) === right.at(-1) && shortFormOf(first, second);
  return first === second || shortFormOf(first, second) || left.at(-1) === right[0] || right.at(-1) === left[0];
}

const partsOf = (name: string): string[] => entityKey(withoutTitle(name)).split(" ").filter((part) => part !== "");

function shortFormOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short !== long && short.length >= LEAST_SHORT_FORM && long.startsWith(short);
}

function isAcronymOf(short: string, long: string): boolean {
  if (short.length < LEAST_ACRONYM || !/^\p{Lu}+$/u.test(short)) return false;
  const words = long.split(/[\s-]+/u).filter((word) => !SMALL.has(word.toLowerCase()));
  return words.length === short.length && words.every((word, index) => word[0]?.toUpperCase() === short[index]);
}
