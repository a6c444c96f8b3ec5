import { analyse, countWords, encodeSignals, textSignals } from "@memory-cortex/text";

/** What is stored of a text beside itself. */
export interface TextDescription {
  /** Index terms, in order, with repeats. */
  terms: string[];
  words: number;
  signals: number;
}

export function describeText(text: string): TextDescription {
  return { terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)) };
}
