import type { Dataset } from "./datasets/dataset.ts";
import { seededRandom } from "./metrics.ts";

/** Real text made into as many turns and questions as wanted. */
export interface Corpus {
  /** The n-th turn of a realm; the same for the same n. */
  text(index: number): string;
  /** The n-th question: as written first, then with words exchanged, so that no two are alike. */
  question(index: number): string;
}

/** Turns of one session follow one another in one of the conversations. */
export const SESSION_TURNS = 40;
const EXCHANGED_SHARE = 0.15;
/** Of the words exchanged, how many become a name that no conversation has: people go on meeting new names, so vocabulary never stops to grow. */
const COINED_SHARE = 0.08;
const SEED = 7;
const QUESTION_SEED = 104_729;

export function makeCorpus(datasets: readonly Dataset[]): Corpus {
  const conversations = datasets.flatMap((dataset) => dataset.conversations);
  const texts = conversations.flatMap((conversation) => conversation.turns.map((turn) => turn.text.split(/\s+/u)));
  const questions = conversations.flatMap((conversation) => conversation.questions.map((question) => question.text.split(/\s+/u)));
  const perturbed = (words: readonly string[], { random, size }: { random: () => number; size: number }) => {
    const always = Math.floor(random() * words.length);
    return words.map((word, place) => (place === always || random() < EXCHANGED_SHARE ? exchanged(word, { random, size, texts }) : word)).join(" ");
  };
  return {
    text(index) {
      if (index < texts.length) return texts[index]!.join(" ");
      const start = Math.floor(seededRandom(SEED * 31 + Math.floor(index / SESSION_TURNS))() * texts.length);
      return perturbed(texts[(start + (index % SESSION_TURNS)) % texts.length]!, { random: seededRandom(SEED + index), size: index });
    },
    question(index) {
      const words = questions[index % questions.length]!;
      return index < questions.length ? words.join(" ") : perturbed(words, { random: seededRandom(QUESTION_SEED + index), size: index });
    },
  };
}

function exchanged(word: string, { random, size, texts }: { random: () => number; size: number; texts: readonly string[][] }): string {
  if (random() < COINED_SHARE) return coinedName(Math.floor((size + 100) ** random()));
  const other = texts[Math.floor(random() * texts.length)]!;
  return other[Math.floor(random() * other.length)] ?? word;
}

const SYLLABLES = ["ba", "cor", "dil", "en", "fa", "gri", "ho", "in", "ju", "ka", "lo", "mer", "ni", "os", "pra", "qui", "ro", "sta", "tu", "vel", "wen", "yo"];

/** The n-th of endlessly many names; low numbers, which come up most, are short. */
function coinedName(number: number): string {
  let name = "";
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) name += SYLLABLES[rest % SYLLABLES.length]!;
  return name[0]!.toUpperCase() + name.slice(1);
}
