import { analyse } from "@memory-cortex/text";

/** "ended": it was so and is no more. "either": words like "dislikes", which stand for a yes as well as for a no. */
export type Polarity = "affirmed" | "denied" | "ended" | "either";

/** A part of a sentence with one verb, more or less: what a "not" in it reaches. */
export interface Clause {
  terms: ReadonlySet<string>;
  polarity: Polarity;
}

const IDIOM = /\b(?:can(?:'|’)?t wait|no (?:problem|worries|doubt|idea)|not (?:only|just|to mention)|never ?mind|don(?:'|’)?t worry|why not|whether or not|or not)\b|^\s*(?:no|nope|nein|non)\s*[,.!]/giu;
const ENDED =
  /\b(?:no longer|not\b[^.;]{0,60}\bany ?more|any ?more|stopp?ed|stops|quit|gave up|given up|used to|formerly|former|previously|ex-\w+|switched from|moved (?:away |out )?from|moved away|left|cancell?ed|ended|nicht mehr|ne .{0,20} plus|ya no|non .{0,20} più)\b|n['’]t\b[^.;]{0,60}\bany ?more\b/iu;
const DENIED = /(?<![\p{L}\p{N}])(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|dont|doesnt|didnt|isnt|wont|cant|hardly|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|pas|jamais|nunca|jamás|não|non|mai)(?![\p{L}\p{N}])|n['’]t(?![\p{L}\p{N}])/iu;
const EITHER = /\b(?:dislik\w+|hat(?:es?|ed)|avoid\w*|refus\w+|unable|lacks?|lacking|detests?|can(?:'|’)?t stand|cannot stand|free of|instead of|rather than|against|except|forbid\w*)\b/iu;

const SUBJECT = String.raw`(?:I|we|he|she|it|they|you|my|our|the|his|her|their|that|this|there|now)\b`;
const BORDER = new RegExp(
  [String.raw`(?<=[.!?;:…])\s+|\s[–—-]\s|\n+`, String.raw`,?\s+(?=(?:but|however|although|though|because|whereas|while|instead|aber|sondern|mais|pero)\b)`, String.raw`,\s*(?=(?:(?:and|so|then|or) )?${SUBJECT})`, String.raw`\s+(?=(?:and|so|or) (?:${SUBJECT}|(?:no longer|not|never)\b))`].join("|"),
  "iu",
);

function polarityOf(clause: string): Polarity {
  const plain = clause.replaceAll(IDIOM, " ");
  if (ENDED.test(plain)) return "ended";
  if (EITHER.test(plain)) return "either";
  return DENIED.test(plain) ? "denied" : "affirmed";
}

/** A text as its clauses, in order. */
export function clausesOf(text: string): Clause[] {
  return text.split(BORDER).filter((clause) => clause.trim() !== "").map((clause) => ({ terms: new Set(analyse(clause)), polarity: polarityOf(clause) }));
}

const AGREE: Readonly<Record<Polarity, readonly Polarity[]>> = {
  affirmed: ["affirmed", "ended", "either"],
  denied: ["denied", "ended", "either"],
  ended: ["denied", "ended", "either"],
  either: ["affirmed", "denied", "ended", "either"],
};

const shared = (left: ReadonlySet<string>, terms: ReadonlySet<string>): number => [...left].filter((term) => terms.has(term)).length;

/**
 * Whether what a text affirms or denies is affirmed or denied in the clauses that it most shares words with. `telling` are the words that
 * count; a clause of the text that shares none says nothing here.
 */
export function agreesInPolarity(text: string, { said, telling }: { said: readonly Clause[]; telling: ReadonlySet<string> }): boolean {
  return clausesOf(text).every(({ terms, polarity }) => {
    const words = new Set([...terms].filter((term) => telling.has(term)));
    const overlaps = said.map((clause) => shared(words, clause.terms));
    const most = Math.max(0, ...overlaps);
    if (most === 0) return polarity === "affirmed" || polarity === "either";
    const nearest = said.filter((_, index) => overlaps[index] === most);
    return nearest.some((clause) => AGREE[polarity].includes(clause.polarity)) || isContrasted(words, { said, nearest });
  });
}

/** "Not on Monday but on Tuesday": what was denied is affirmed with another word, and the text has that word. */
function isContrasted(words: ReadonlySet<string>, { said, nearest }: { said: readonly Clause[]; nearest: readonly Clause[] }): boolean {
  return nearest.some((clause) => {
    const next = said[said.indexOf(clause) + 1];
    return next?.polarity === "affirmed" && [...words].some((word) => next.terms.has(word) && !clause.terms.has(word));
  });
}
