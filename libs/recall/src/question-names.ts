import { entityKey, stopWords } from "@memory-cortex/text";

/** A longer question is a document; the names at its beginning are enough. */
const MOST_WORDS = 60;
const LONGEST_NAME = 5;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.&+#_-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+|\+\+|#)*/gu;
const JOINT = /^(?:\s+|\.\s|\s&\s)$/u;

/**
 * Keys (`entityKey`) of everything in a question that may be a name: runs of up to five words that neither begin nor end with a stop word.
 * No language model, no dictionary: what is a name, the store knows.
 */
export function questionNames(question: string): string[] {
  const words = [...question.matchAll(WORD)].slice(0, MOST_WORDS).map((match) => ({ start: match.index, end: match.index + match[0].length, stop: isStopWord(match[0]) }));
  const keys = new Set<string>();
  for (let first = 0; first < words.length; first += 1) {
    for (let last = first; last < Math.min(words.length, first + LONGEST_NAME); last += 1) {
      if (last > first && !JOINT.test(question.slice(words[last - 1]!.end, words[last]!.start))) break;
      if (words[first]!.stop && (last === first || !isArticle(question.slice(words[first]!.start, words[first]!.end)))) continue;
      if (words[last]!.stop) continue;
      const key = entityKey(question.slice(words[first]!.start, words[last]!.end));
      if (key.length > 1) keys.add(key);
    }
  }
  return [...keys];
}

const isArticle = (word: string): boolean => /^(?:the|an?)$/iu.test(word);
const isStopWord = (word: string): boolean => stopWords("en").has(entityKey(word) || word.toLowerCase()) || isArticle(word);
