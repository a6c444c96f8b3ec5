import type { Candidate } from "./candidate.ts";

const NAMED_SPEAKER = 1.4;
const OWN_TURN = 1.2;

/** The largest boost that {@link speakerBoost} gives. */
export const SPEAKER_BOOST_MAXIMUM = NAMED_SPEAKER;

const FIRST_PERSON = /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|i'll|my|mine|me|myself|we|we're|we've|our|ours|us)(?![\p{L}\p{N}'])/iu;

/** Whose turns a question asks for, as far as its words tell. */
export interface AskedSpeaker {
  /** The one speaker that the question names; null when it names none or several. */
  named: string | null;
  /** The question says I, my or we. */
  firstPerson: boolean;
}

/** `speakers` are the names that occur among the candidates. A first name is enough ("Ann" for "Ann Lee"). */
export function askedSpeaker(question: string, speakers: Iterable<string>): AskedSpeaker {
  const named = [...new Set(speakers)].filter((speaker) => names(question, speaker));
  return { named: named.length === 1 ? (named[0] ?? null) : null, firstPerson: FIRST_PERSON.test(question.replaceAll("’", "'")) };
}

/** × 1.4 for turns of the one named speaker, × 1.2 for the user's own turns when the question is in the first person, else 1. */
export function speakerBoost(candidate: Candidate, asked: AskedSpeaker): number {
  if (asked.named !== null && candidate.speaker === asked.named) return NAMED_SPEAKER;
  if (asked.firstPerson && candidate.role === "user") return OWN_TURN;
  return 1;
}

/** Role words are not names: "user" in a question does not ask for the user's turns. */
const NOT_NAMES = new Set(["user", "assistant", "system", "human", "bot", "ai", "agent"]);

function names(question: string, speaker: string): boolean {
  const full = speaker.trim().toLowerCase();
  if (full.length < 2 || NOT_NAMES.has(full)) return false;
  const first = full.split(/\s+/u)[0] ?? full;
  const asked = question.toLowerCase();
  return containsWord(asked, full) || (first.length > 2 && !NOT_NAMES.has(first) && containsWord(asked, first));
}

function containsWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const before = text.slice(0, start).at(-1) ?? " ";
    const after = text.slice(start + word.length).at(0) ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
