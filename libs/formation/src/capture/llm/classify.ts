import type { MemoryType } from "@memory-cortex/models";

/** In order: the first that fits names the type. */
const KEYWORDS: readonly [MemoryType, RegExp][] = [
  ["procedure", /\b(?:to [a-z]+[^.]{3,60}, (?:first|run|use|press|open|click)|first\b.*\bthen\b|steps? (?:to|for)|procedure|workflow|how to|process (?:for|is)|whenever [^.]*\b(?:restart|run|clear|call))\b/i],
  ["rule", /\b(?:always|never|must(?: not)?|from now on|make sure|do(?:n't| not) (?:ever )?\w+|should (?:always|never)|is not allowed|forbidden|required to)\b(?!.*\b(?:I|user|he|she|we)\b.*\b(?:eats?|goes|takes?|drinks?|sleeps?)\b)/i],
  ["preference", /\b(?:prefer\w*|likes?|loves?|enjoys?|hates?|dislikes?|favou?rites?|can(?:'|’)?t stand|fan of|rather|fond of|avoids?|into)\b/i],
  ["episode", /\b(?:yesterday|tomorrow|today|tonight|last (?:night|week|month|weekend|year)|next (?:week|month|weekend|year)|ago|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|appointment|meeting|trip|visited|attended|went to|deployed|released|launched|met with|will (?:visit|meet|fly|travel))\b/i],
];

/** The kind of a statement by its words, for a model that named none: in doubt a fact. English. */
export function classify(text: string): MemoryType {
  return KEYWORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? "fact";
}
