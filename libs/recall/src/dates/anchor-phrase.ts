import { sideOf } from "./direction.ts";
import type { Side } from "./direction.ts";
import { LONGEST_QUESTION } from "./stretch.ts";

/** An event that a question tells time by: "before the move", "since we got the dog". */
export interface AnchorPhrase {
  side: Side;
  /** The words for the event. */
  phrase: string;
}

/** Words. */
const LONGEST_PHRASE = 8;
/** Whom I look after, and who is named after whom, says nothing of time; "since I like jazz, …" gives a reason. */
const ANCHOR = /(?<!\p{L}|\b(?:look(?:s|ed|ing)?|named?|tak(?:e|es|ing)|took|ask(?:s|ed)?|sought) )(?<opens>before|prior to|until|till|after|since(?! (?:i|you|we|he|she|they|it)\b[^?]*,))\s+(?<phrase>[^,.;:?!]+)/giu;
/** Where the event ends and the question goes on. */
const GOES_ON = /^(?:am|is|are|was|were|be|been|do|does|did|has|have|had|will|would|shall|should|can|could|may|might|must|and|or|but|because|what|which|who|whom|whose|when|where|why|how|before|after|since|until|that)$/iu;

/** English. Null: the question tells time by no event. Whether there is such an event, and when it was, is for the texts to say. */
export function anchorPhrase(question: string): AnchorPhrase | null {
  if (question.length > LONGEST_QUESTION) return null;
  for (const { groups = {} } of question.matchAll(ANCHOR)) {
    const words = groups["phrase"]!.trim().split(/\s+/u);
    const end = words.findIndex((word) => GOES_ON.test(word));
    const phrase = words.slice(0, Math.min(LONGEST_PHRASE, end === -1 ? words.length : end));
    if (phrase.length > 0) return { side: sideOf(groups["opens"]!), phrase: phrase.join(" ") };
  }
  return null;
}
