import type { CrossEncoder } from "@memory-cortex/embedding";
import type { Document } from "@memory-cortex/models";
import { clampText } from "@memory-cortex/text";

import { dayWords } from "../stages/validity-words.ts";
import { speakerOf } from "../prompt-data.ts";
import type { Reranker } from "./reranker.ts";

/** About the 512 tokens that such models read of question and text together, with room for the question. */
const LONGEST_TEXT = 1_200;

/** Orders by the scores of a cross-encoder. Speaker and day stand before the text: questions ask for them. */
export function crossEncoderReranker(encoder: CrossEncoder): Reranker {
  return {
    name: encoder.name,
    async order(query, statements, signal) {
      const scores = await encoder.score(query, statements.map(textOf), { signal });
      // Equal scores leave the order as it was: sorting is stable.
      return scores.map((_, place) => place).sort((a, b) => scores[b]! - scores[a]!);
    },
  };
}

const textOf = (document: Document): string => `${dayWords(document.observedAt)}, ${speakerOf(document)}: ${clampText(document.text, { maxChars: LONGEST_TEXT })}`;
