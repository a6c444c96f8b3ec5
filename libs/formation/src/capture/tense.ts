/** Where a date stands in its sentence. */
export interface Place {
  index: number;
  length: number;
}

/** Arrangements are made in the past and lie ahead: "I booked a table for Friday", "it was moved to Friday". */
const ARRANGED = String.raw`booked|scheduled|planned|arranged|reserved|invited|signed up|registered|enrolled|moved|postponed|rescheduled|pushed|shifted|changed|switched|delayed|brought forward|put off|put back`;

const VERB = new RegExp(
  [
    String.raw`(?<ahead>\b(?:will|won't|going to|about to|(?:am|is|are|have|has|be)(?: not)?(?: \w+ed)?|due)\b|['’](?:ll|s|m|re)(?: \w+ed)?\b|\b(?:${ARRANGED})\b)`,
    String.raw`(?<behind>(?:\b(?:have|has)|['’]ve) (?:\w+ )?(?:been|had|\w+ed)\b|\b(?:was|were|had|did|didn't|went|got|ran|saw|took|gave|made|bought|sold|won|lost|met|flew|drove|threw|broke|hurt|began|spoke|built|came|left|ate|told|found|felt|wrote|read|slept|caught|taught|heard|rode|swam|(?!(?:need|feed|speed|indeed|hundred|shed|seed|breed|proceed|succeed)\b)\w{2,}ed)\b)`,
  ].join("|"), "gi");

/** "for Friday", "until Friday": what is set for a day has not been yet. */
const SET_FOR = /\b(?:for|until|till|by|before|to|upcoming|coming|this coming)\s+(?:the\s+)?$/i;

/**
 * Whether a date in a sentence lies ahead of the moment it was said, by the verb that stands nearest before it, else the first after it.
 * Without a verb that tells, it lies ahead: the present tense ("my parents arrive on Saturday") speaks of plans.
 */
export function liesAhead(sentence: string, { index, length }: Place): boolean {
  const before = sentence.slice(0, index);
  if (SET_FOR.test(before)) return true;
  const verb = [...before.matchAll(VERB)].at(-1) ?? [...sentence.slice(index + length).matchAll(VERB)].at(0);
  return verb?.groups?.["behind"] === undefined;
}

const MOVED_TO = new RegExp(String.raw`\b(?:move|moving|reschedule|rescheduling|postpone|postponing|${ARRANGED})\b.*\b(?:to|until|till|for)\s+(?:the\s+|next\s+|this\s+)?$`, "i");
const MOVED = new RegExp(String.raw`\b(?:move|moving|reschedule|rescheduling|postpone|postponing|${ARRANGED})\b`, "i");

/** Whether the words before a date say that something was moved to it. */
export const isMovedTo = (before: string): boolean => MOVED_TO.test(before);

/** Whether the words before a range of dates say that something was moved, from its first date to its last. */
export const isMove = (before: string): boolean => MOVED.test(before);
