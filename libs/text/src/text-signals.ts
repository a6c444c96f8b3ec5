/** What a text holds beside its terms: cheap flags, found once when it is written, that tell which kind of question it can answer. */
export interface TextSignals {
  /** A date, a duration or a relative time ("since May", "two weeks ago"). */
  date: boolean;
  /** A number, in digits or words. */
  number: boolean;
  /** Ends in a question mark. */
  question: boolean;
  /** Says I, my or we. */
  firstPerson: boolean;
  /** Speaks of something that changed ("moved", "no longer"). */
  change: boolean;
  /** Capitalised words inside a sentence, at most 3: names of people, places, products. */
  properNouns: number;
}

const DATE =
  /\b(?:yesterday|today|tomorrow|tonight|recently|ago|since|(?:last|next|this) (?:night|week|weekend|month|year|summer|winter|fall|autumn|spring|morning|mon|tues|wednes|thurs|fri|satur|sun)\w*|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple|several|\d+)(?: of)? (?:second|minute|hour|day|week|month|year|decade)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})\b/iu;
const NUMBER = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|million|once|twice|couple|several)\b/iu;
const QUESTION = /[?？؟]["'”’)\]]*\s*(?:\[[^\]]*\]\s*)?$/u;
const FIRST_PERSON = /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|d|ll)|my|mine|me|we|we['’](?:re|ve|d|ll)|our|us)(?![\p{L}\p{N}])/iu;
const CHANGE =
  /\b(?:moved|changed|rescheduled|postponed|brought forward|no longer|not .{0,20}any ?more|instead|switched|swapped|cancel+ed|replaced|updated|upgraded|now|actually|correction|turns out|renamed|pushed (?:it )?(?:back|to)|shifted|extended|increased|decreased|reduced|(?:mov|chang|reschedul|switch)(?:e|ing)? (?:it|my|our|the) .{0,30}\bto)\b/iu;
const PROPER_NOUN = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}+/gu;
const MOST_PROPER_NOUNS = 3;
/** A long text is looked at from both ends: what it holds in its middle hardly tells it apart from other long texts. */
const LOOKED_AT = 4_000;

/** English words for dates, numbers and changes; in other languages only digits, question marks and capitals tell. */
export function textSignals(text: string): TextSignals {
  const seen = text.length <= LOOKED_AT ? text : `${text.slice(0, LOOKED_AT / 2)} ${text.slice(-LOOKED_AT / 2)}`;
  return {
    date: DATE.test(seen),
    number: NUMBER.test(seen),
    question: QUESTION.test(seen),
    firstPerson: FIRST_PERSON.test(seen),
    change: CHANGE.test(seen),
    properNouns: Math.min(MOST_PROPER_NOUNS, seen.match(PROPER_NOUN)?.length ?? 0),
  };
}

const FLAGS = ["date", "number", "question", "firstPerson", "change"] as const;

/** One small integer, as the stores keep it: a bit for each flag, then two bits for the proper nouns. */
export function encodeSignals(signals: TextSignals): number {
  const flags = FLAGS.reduce((bits, flag, index) => bits | (signals[flag] ? 1 << index : 0), 0);
  return flags | (signals.properNouns << FLAGS.length);
}

export function decodeSignals(bits: number): TextSignals {
  const [date, number, question, firstPerson, change] = FLAGS.map((_, index) => (bits & (1 << index)) !== 0);
  return { date: date!, number: number!, question: question!, firstPerson: firstPerson!, change: change!, properNouns: (bits >> FLAGS.length) & MOST_PROPER_NOUNS };
}
