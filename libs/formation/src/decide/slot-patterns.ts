import type { CandidateChange } from "../capture/candidate.ts";
import { isName, isPlace } from "./object-of.ts";

/** A way to fill a slot: a verb, whose subject stands before it and whose object behind. */
export interface SlotPattern {
  predicate: string;
  verb: RegExp;
  /** Said by the verb itself, whatever stands around it. */
  change?: CandidateChange;
  /** Which objects make sense of the verb. */
  accepts?: (object: string) => boolean;
  /** The verb names a thing of the subject ("my employer is"), which its owner stands before. */
  owned?: boolean;
  /** Which subjects it says something lasting of. */
  about?: RegExp;
  /** Words that the same verb has another meaning with. */
  unless?: RegExp;
}

const define = (pattern: SlotPattern): SlotPattern => pattern;
const NOT_EMPLOYER = /^(?:home|night|nights|weekends|myself|a living|free|the moment|it|that|this|me|us|you|him|her|them|least|once|first|all|sea|work|school\b(?!\w)|days)\b/i;
const employer = (object: string): boolean => object !== "" && !NOT_EMPLOYER.test(object);

/** One may have several of them, so that another name is another one. */
const MANY_OF = /\b(?:dogs?|cats?|pets?|sons?|daughters?|kids?|child(?:ren)?|brothers?|sisters?|siblings?|twins?|cousins?|aunts?|uncles?|nieces?|nephews?|friends?|colleagues?|neighbou?rs?|rabbits?|horses?|hamsters?|servers?|books?|songs?|teachers?|students?|clients?|customers?)(?:'s)? (?:is|are|'s)/i;

/** Predicates with one object at a time, by the verbs that fill them. In order; each clause fills a slot once. */
export const SLOT_PATTERNS: readonly SlotPattern[] = [
  define({ predicate: "LIVES_IN", verb: /\b(?:live|lives|lived|living|reside|resides|residing|based|settled)(?: (?:here|alone|together|happily|permanently|down|full-time))? (?:in|at|near)\b/i, accepts: isPlace, unless: /\b(?:with|for) (?:fear|hope)/i }),
  define({ predicate: "LIVES_IN", verb: /\b(?:moved|relocated|moving|move|moves|relocating)(?: (?:house|home|back|over|out|again|permanently|together))*(?: (?:all the way|here|away))?(?: from (?<from>[\p{L}' -]{2,40}?))? (?:to|into|back to)\b/iu, change: "replaces", accepts: isPlace, unless: /\b(?:meeting|appointment|deadline|date|party|call|launch|release|flight|interview|exam|it|standup|project|server|database|repo(?:sitory)?|ci|pipeline|team|code|data|docs|service|services|app|site|website|email|mails?) (?:was |were |has been |have been |is |are |has |have |will be )?(?:just |now |already )?(?:moved|moving|relocated|move)/i }),
  define({ predicate: "LIVES_IN", verb: /\b(?:moved (?:away|out)(?: from| of)?|moved away from)\b/i, change: "ends", accepts: isPlace }),
  define({ predicate: "LIVES_IN", verb: /\b(?:home(?: address)?|address|place of residence) is(?: now| still)?(?: (?:in|at))?\b/i, owned: true, accepts: (object) => isPlace(object) || /^\d/.test(object) }),
  define({ predicate: "WORKS_AT", verb: /\b(?:work|works|worked|working|employed)(?: (?:full-time|part-time|remotely|there))? (?:at|for|by)\b/i, accepts: employer }),
  define({ predicate: "WORKS_AT", verb: /\b(?:stopped working|quit working) (?:at|for)\b|\b(?:resigned|retired|was laid off|were laid off|got laid off|was fired|got fired) (?:from|by)\b|\bquit (?:my |the |his |her |a )?(?:old |current )?job (?:at|with)\b|\b(?:left|quit)\b(?! (?:my|our|the|his|her|a|home|work|early|for)\b)/i, change: "ends", accepts: isName }),
  define({ predicate: "WORKS_AT", verb: /\b(?:start(?:ed|s|ing)?|began|got|landed|accepted|have|took|found) (?:a |my |the )?new (?:job|position|role) (?:at|with|for)\b|\b(?:changed|switched) (?:jobs|employers)(?: from (?<from>[\p{L}\p{N}&' -]{2,40}?))? to\b|\bhired away by\b/iu, change: "replaces", accepts: employer }),
  define({ predicate: "WORKS_AT", verb: /\b(?:was hired by|got hired by|hired by|on the payroll of)\b/i, accepts: isName }),
  define({ predicate: "WORKS_AT", verb: /\bemployer is(?: now)?\b/i, owned: true, accepts: isName }),
  define({ predicate: "WORKS_AT", verb: /\b(?:left|quit)\b[^.;]{2,50}?\b(?:for|to join|and joined|and (?:now )?works? (?:at|for)|and started (?:working )?at)\b/i, change: "replaces", accepts: isName }),
  define({ predicate: "WORKS_AT", verb: /\b(?:work|works|working) as (?:an?|the) [\p{L} -]{2,40}? (?:at|for)\b/iu, accepts: employer }),
  define({ predicate: "HAS_ROLE", verb: /\b(?:work|works|worked|working|employed) as (?:an?|the)\b/i }),
  define({ predicate: "HAS_ROLE", verb: /\b(?:promoted to|retrained as|switched careers to|changed careers to)(?: an?| the)?\b|\bbecame (?:an?|the)\b/i, change: "replaces" }),
  define({ predicate: "HAS_ROLE", verb: /\b(?:job title|job|role|position|profession|occupation|title) is(?: now)?(?: an?| the)?\b/i, owned: true, unless: /\bis (?:to|going|at|with|very|so|really|great|hard|stressful|ok)\b/i }),
  define({ predicate: "MARRIED_TO", verb: /\b(?:married|remarried|engaged|wed)(?: again)? to\b/i, accepts: isName }),
  define({ predicate: "MARRIED_TO", verb: /\b(?:divorced(?: from)?|got divorced from|broke up with|separated from|split up with)\b/i, change: "ends", accepts: isName }),
  define({ predicate: "MARRIED_TO", verb: /\b(?:husband|wife|spouse|partner|fianc[eé]e?|girlfriend|boyfriend)(?:'s name)? is(?: now)?(?: called| named)?\b/i, owned: true, accepts: isName }),
  define({ predicate: "REPORTS_TO", verb: /\breport(?:s|ed|ing)?(?: directly)? to\b/i, accepts: isName }),
  define({ predicate: "REPORTS_TO", verb: /\b(?:boss|manager|supervisor|team lead|line manager|superior)(?:'s name)? is(?: now)?(?: called| named)?\b/i, owned: true, accepts: isName }),
  define({ predicate: "IS_CALLED", verb: /\b(?:full |first |last |real )?name(?:'s| is)(?: now)?\b/i, owned: true, accepts: isName }),
  define({ predicate: "IS_CALLED", verb: /\brenamed(?: (?:itself|themselves))?(?: from (?<from>[\p{L}\p{N}' -]{2,40}?))? (?:to|as)\b|\bchanged (?:my|our|its|his|her|their) name(?: from (?<was>[\p{L}\p{N}' -]{2,40}?))? to\b/iu, change: "replaces", accepts: isName }),
  define({ predicate: "IS_CALLED", verb: /\b(?:is|are|'s)(?: now)? (?:called|named)\b/i, accepts: isName, unless: MANY_OF }),
  define({ predicate: "LOCATED_IN", verb: /\b(?:is|are)(?: now| currently| still)? (?:located|situated|hosted) (?:in|at|on)\b/i }),
  define({ predicate: "LOCATED_IN", verb: /\b(?:is|are)(?: now| currently| still)? (?:in|at)\b/i, accepts: isPlace, about: /\b(?:office|headquarters|workshop|studio|shop|school|gym|data ?cent(?:er|re)|practice|clinic|warehouse|server|cluster|database)$/i }),
];

/** Further predicates with one object at a time; those for a topic ("PREFERS_FOR_COLOUR") too. */
const FUNCTIONAL = new Set(["LIVES_IN", "BASED_IN", "WORKS_AT", "EMPLOYED_BY", "HAS_ROLE", "MARRIED_TO", "PARTNER", "REPORTS_TO", "IS_CALLED", "LOCATED_IN", "DEADLINE_OF", "SCHEDULED_FOR", "VERSION_OF", "BORN_ON"]);
const SAME: Readonly<Record<string, string>> = { BASED_IN: "LIVES_IN", RESIDES_IN: "LIVES_IN", LOCATED_IN: "LIVES_IN", EMPLOYED_BY: "WORKS_AT", WORKS_FOR: "WORKS_AT", PARTNER: "MARRIED_TO", PARTNER_OF: "MARRIED_TO", NAMED: "IS_CALLED", MANAGED_BY: "REPORTS_TO", DEADLINE: "DEADLINE_OF", HAS_VERSION: "VERSION_OF", JOB_TITLE: "HAS_ROLE" };

/** One name for predicates that say the same: "EMPLOYED_BY" is "WORKS_AT". */
export const usualPredicate = (predicate: string): string => SAME[predicate] ?? predicate;

/** Whether a subject has at most one object of the predicate at a time. */
export const isFunctional = (predicate: string): boolean => FUNCTIONAL.has(usualPredicate(predicate)) || /^(?:PREFERS|USES)_FOR_/.test(predicate);
