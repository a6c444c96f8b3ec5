/** Negations whose first half is not simply what stands before "n't". */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  "can't": ["can", "not"],
  "won't": ["will", "not"],
  "shan't": ["shall", "not"],
  "ain't": ["not"],
  cannot: ["can", "not"],
};

/** Negations as people type them in a hurry. "cant", "wont" and "shant" are left out: they are words of their own. */
const WITHOUT_APOSTROPHE = new Set(
  "dont didnt doesnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt".split(" "),
);

const ENCLITIC = /'(?:s|m|d|re|ve|ll)$/u;

/**
 * The words that a folded word with apostrophes stands for: "don't" is do + not, "Alice's" is alice, "we'll" is we.
 * Names and elisions ("o'brien", "l'homme") give the joined form and every part of two or more letters.
 */
export function expandContraction(word: string): readonly string[] {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (WITHOUT_APOSTROPHE.has(word)) return [word.slice(0, -2), "not"];
  if (!word.includes("'")) return [word];
  if (word.endsWith("n't") && word.length > 3) return [word.slice(0, -3), "not"];
  const base = word.replace(ENCLITIC, "");
  const parts = base.split("'");
  if (parts.length === 1) return parts;
  return [parts.join(""), ...parts.filter((part) => part.length > 1)];
}
