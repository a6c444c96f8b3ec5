import { isCloseKind, kindsForNoun } from "./thing-kinds.ts";

const ASKS = /\b(?:which|what(?:['’]s)?|(?:list|name|tell me)(?: all)?(?: of)?|any)((?:[ /]+[\p{L}\p{M}’'-]+){1,8})/giu;
const IS = /^(?:is|are|was|were)$/iu;
/** Behind it nothing more is asked for. */
const ENDS = /^(?:did|do|does|has|have|had|can|could|would|will|might|may|should|in|on|at|to|from|for|with|about|after|before|during|that|which|who|whom|when|where|while|if|because|i|you|he|she|they|we|it|besides|other|than|except)$/iu;
const SORT = /^(?:kinds?|types?|sorts?)$/iu;
const STOPS = new Set([".", "!", "?", "\n"]);
const POSSESSIVE = /['’]s?$/u;
/** "her sister", "Ann's dog", "the cat" */
const CLOSE_ONE = /(?<=(?:\b(?:my|our|your|his|her|their|the)|\p{L}['’]s?) )(\p{L}{2,40})(?: (\p{L}{2,40}))?(?!\p{L})/giu;

/**
 * Kinds of named things that a question in English asks for ("which cities", "what are the names of her pets", "any books"), and of those that
 * one has few of also such as it merely speaks of ("my sister", "the dog"). Not how many there are, nor what kind of thing something is.
 */
export function askedKinds(question: string): string[] {
  const kinds = new Set(askedNouns(question).flatMap(kindsForNoun));
  for (const [, first, second] of question.matchAll(CLOSE_ONE)) {
    const found = closeKinds(first!);
    for (const kind of found.length > 0 ? found : closeKinds(second ?? "")) kinds.add(kind);
  }
  return [...kinds];
}

const closeKinds = (noun: string): string[] => kindsForNoun(noun).filter(isCloseKind);

/** What names are of that answer the last question of a text ("Which pets have you got?" – "Minka and Poldi!": pet). */
export const answeredKinds = (text: string): string[] => [...new Set(askedNouns(lastQuestion(text)).flatMap((noun) => kindsForNoun(noun)[0] ?? []))];

/** The sentence of the last question mark; "" without one. Looked for from behind: an expression would begin anew at every character of a long text without stops. */
function lastQuestion(text: string): string {
  const end = text.lastIndexOf("?");
  let start = end;
  while (start > 0 && !STOPS.has(text[start - 1]!)) start -= 1;
  return text.slice(Math.max(0, start), end + 1);
}

const askedNouns = (question: string): string[] => [...question.matchAll(ASKS)].flatMap(([, words]) => askedIn(words!.trim().split(/[\s/]+/u)));

function askedIn(words: readonly string[]): string[] {
  const end = words.findIndex((word, index) => ENDS.test(word) || (index > 0 && IS.test(word)));
  const asked = words.slice(IS.test(words[0] ?? "") ? 1 : 0, end < 0 ? words.length : end);
  if (SORT.test(asked[0] ?? "")) return [];
  return asked.flatMap((word, index) => (isHead(word, asked[index + 1]) ? word.replace(POSSESSIVE, "") : []));
}

/** Of "book fair" and "book club event" it is not books that are asked for; of "pets' names" it is pets. */
function isHead(word: string, next: string | undefined): boolean {
  if (POSSESSIVE.test(word)) return /^names?$/iu.test(next ?? "");
  return next === undefined || /^(?:and|or|of|called|named)$/iu.test(next) || kindsForNoun(next).length > 0;
}
