import type { Turn } from "@memory-cortex/models";
import { estimateTokens } from "@memory-cortex/text";

import { isPerson } from "../people.ts";
import { WINDOW_LIMITS } from "./limits.ts";
import { showTurn } from "./show-turn.ts";
import { ownWords } from "./support/own-words.ts";

/** As many of the open turns, from the first, as one question holds. At least one, however long. */
export function firstWindow(open: readonly Turn[]): Turn[] {
  let tokens = 0;
  const end = open.findIndex((turn, index) => {
    tokens += estimateTokens(showTurn(turn));
    return index > 0 && (index >= WINDOW_LIMITS.turns || tokens > WINDOW_LIMITS.tokens);
  });
  return end === -1 ? [...open] : open.slice(0, end);
}

const FEWEST_WORDS = 3;

/** Whether a person says anything that could be remembered: "ok, thanks" is not worth a question to a model. */
export function isWorthAsking(turns: readonly Turn[]): boolean {
  return turns.some((turn) => isPerson(turn) && /\p{L}.*\p{L}/su.test(turn.text) && wordCount(turn) >= FEWEST_WORDS);
}

/** Scripts without spaces have no words to count; a few of their characters say as much. */
function wordCount({ text }: Turn): number {
  const own = ownWords(text).slice(0, WINDOW_LIMITS.personChars).trim();
  return /[\u2E80-\u9FFF\uAC00-\uD7AF\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF]/.test(own) ? own.length / 2 : own.split(/[\s'’]+/u).filter(Boolean).length;
}
