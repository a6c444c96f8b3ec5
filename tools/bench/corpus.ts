import type { Dataset } from "./datasets/dataset.ts";
import { seededRandom } from "./metrics.ts";

/** Real text made into as many turns as wanted: turns of the conversations, a few words of each exchanged for words of others. */
export interface Corpus {
  /** The n-th turn of a realm; the same for the same n. */
  text(index: number): string;
  questions: string[];
}

const EXCHANGED_SHARE = 0.15;
const SEED = 7;

export function makeCorpus(datasets: readonly Dataset[]): Corpus {
  const conversations = datasets.flatMap((dataset) => dataset.conversations);
  const texts = conversations.flatMap((conversation) => conversation.turns.map((turn) => turn.text.split(/\s+/u)));
  const questions = conversations.flatMap((conversation) => conversation.questions.map((question) => question.text));
  return {
    questions,
    text(index) {
      const random = seededRandom(SEED + index);
      const pick = () => texts[Math.floor(random() * texts.length)]!;
      const words = index < texts.length ? texts[index]! : pick().map((word) => (random() < EXCHANGED_SHARE ? (pick().at(Math.floor(random() * 8)) ?? word) : word));
      return words.join(" ");
    },
  };
}
