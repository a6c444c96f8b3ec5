import type { CandidateChange } from "../capture/candidate.ts";

const NOT = String.raw`(?:\bnot\b|\bnever\b|\bnone\b|\bno\b(?! (?:longer|more)\b)|\bwithout\b|\bcannot\b|n['’]?t\b|\bhardly\b|\brarely\b)`;
const NEGATION = new RegExp(NOT, "i");

/** Over: said of any state. */
const OVER = String.raw`\bno longer\b|\bno more\b|${NOT}[^.;]{0,60}\bany ?more\b|\bused to\b(?! (?:it|this|that|being|the)\b)|\b(?:stopped|quit|gave up|given up|ceased)\b`;
const STATE_ENDS = new RegExp(OVER, "i");
/** Over, with nothing in its place. */
const ENDS = new RegExp(
  String.raw`${OVER}|\b(?:left|resigned from|retired from|moved (?:away from|out of)|cancel+ed|unsubscribed|dropped out of|got rid of|sold (?:my|our)|broke up|divorced|separated from|called off|abandoned|shut down|decommissioned|discontinued|deprecated)\b`,
  "i",
);

/** Something else in its place: "moved to", "switched from … to", "now", "instead of", "changed to". */
const REPLACES = new RegExp(
  [
    String.raw`\b(?:moved|relocated|moving over|transferred|migrated|switched|switching|changed|swapped|replaced|renamed|rebranded|upgraded|updated|downgraded|bumped|promoted|converted|rescheduled|postponed|shifted|pushed back|brought forward|delayed|extended|raised|increased|lowered|reduced|decreased|cut|grew|went up|went down|dropped to|rose)\b`,
    String.raw`\b(?:now|nowadays|these days|from now on|as of (?:today|now|this|next)|instead(?: of)?|rather than before|in place of|after all|since then|once more|again|currently uses?|latest|has become|became|turned out to be)\b`,
    String.raw`\b(?:new|another) (?:job|employer|flat|apartment|house|home|address|city|boss|manager|partner|husband|wife|number|doctor|dentist|deadline|date|version|role|position|name|team)\b|\b(?:remarried|got remarried)\b`,
  ].join("|"),
  "i",
);

/** Beside what there is, not in its place. */
const ADDS = /\b(?:also|too|as well|besides|in addition|additionally|another one|a second|second (?:home|house|job|flat)|part-?time|on the side|on weekends|at weekends|sometimes|occasionally|every now and then|temporarily|for the (?:weekend|week|summer|winter)|both)\b/i;

/** Not yet so, or only thought of. */
const PLANNED = /\b(?:will|won't|going to|gonna|about to|plans?|planning|planned to|intends?|hopes?|hoping|wants?|would|might|may (?:be|have|move|switch|change|go)|considering|thinking (?:of|about)|dreams?|someday|one day|tomorrow|next (?:week|month|year|spring|summer|autumn|fall|winter)|soon|if|unless|maybe|perhaps|probably|possibly|likely|supposed to|offered|applied|applying)\b|'ll\b/i;

/** What the words say of an earlier state. "No longer" counts before "now": something may end and nothing take its place. */
export function changeIn(words: string): CandidateChange {
  if (ENDS.test(words)) return "ends";
  return REPLACES.test(words) ? "replaces" : "none";
}

/** The same of a clause whose verb speaks of a state ("lives in"): only words said of states count there. */
export function changeOfState(clause: string): CandidateChange {
  if (STATE_ENDS.test(clause)) return "ends";
  return REPLACES.test(clause) ? "replaces" : "none";
}

/** Whether the words deny what they say; "no longer" ends it instead, and two negations take each other away. */
export function isNegated(words: string): boolean {
  const rest = words.replaceAll(/\bno longer\b|\bnot only\b|\bwhy not\b|\bnot (?:just|to mention)\b/gi, " ").replaceAll(new RegExp(`${NOT}([^.;]{0,60})\\bany ?more\\b`, "gi"), "$1");
  return (rest.match(new RegExp(NEGATION, "gi"))?.length ?? 0) % 2 === 1;
}

export const isAdded = (words: string): boolean => ADDS.test(words);
export const isPlanned = (words: string): boolean => PLANNED.test(words);
