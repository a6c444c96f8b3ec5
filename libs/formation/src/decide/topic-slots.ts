import type { CandidateChange } from "../capture/candidate.ts";
import { entityKey } from "@memory-cortex/text";

import { changeOfState } from "./change-words.ts";
import { objectOf } from "./object-of.ts";
import { nameOf, ownerOf, subjectOf } from "./subject-of.ts";

/** A filled slot before its times are known. */
export interface FoundSlot {
  subject: string;
  predicate: string;
  object: string;
  change: CandidateChange;
  negated: boolean;
}

type Reader = (clause: string, speaker: string | null) => FoundSlot[];

const upper = (topic: string): string => entityKey(topic).toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 40);
const slot = (found: Omit<FoundSlot, "negated" | "change"> & Partial<FoundSlot>): FoundSlot => ({ change: "none", negated: false, ...found });

const OVER_OTHER = /\bprefers? (?<object>[^,.;]+?) (?:over|rather than|instead of|more than|to) (?<other>[^,.;]+)/i;
const FOR_TOPIC = /\b(?:prefers?|likes?|chose|picked) (?<object>[^,.;]+?) (?:for|as (?:my|our|the|a)) (?<topic>[^,.;]+)/i;
const FAVOURITE = /\bfavou?rite (?<topic>[\p{L} -]{2,40}?) (?:is|are|has become|became|'s)(?: now| still| currently)? (?<object>[^,.;]+)/iu;
const TAKEN = /\b(?:takes?|drinks?|likes?|has|have|orders?) (?:my|his|her|their) (?<topic>coffee|tea|eggs|steak|toast|espresso|burgers?|curry|pizza|cocktails?|whisky|porridge|breakfast|lunch|dinner) (?<object>[^,.;]+)/i;
const LANGUAGE = /\b(?:answers?|reply|replies|responds?|write|speak|talk)(?: to)?(?: me| us)?(?: back)?(?: only)? in (?<object>\p{Lu}\p{Ll}+)/u;

const readPreference: Reader = (clause, speaker) => {
  const change = changeOfState(clause);
  const negated = /\b(?:don't|doesn't|do not|does not|never|no longer|didn't)\b[^,;]*\bprefer/i.test(clause);
  const language = LANGUAGE.exec(clause)?.groups?.["object"];
  if (language !== undefined) return [slot({ subject: nameOf("", speaker)!, predicate: "PREFERS_FOR_ANSWERS", object: language, change, negated: /\b(?:don't|never|do not|stop)\b/i.test(clause) })];
  for (const pattern of [FAVOURITE, OVER_OTHER, FOR_TOPIC, TAKEN]) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const { object = "", topic, other } = match.groups!;
    const before = clause.slice(0, match.index);
    const subject = pattern === FAVOURITE ? ownerOf(before, speaker) : (subjectOf(before, speaker)?.subject ?? null);
    if (subject === null) return [];
    const named = objectOf(object);
    const about = topic === undefined ? [entityKey(named), entityKey(objectOf(other!))].toSorted().join(" ") : objectOf(topic);
    if (entityKey(named) === "" || upper(about) === "") return [];
    return [slot({ subject, predicate: `PREFERS_FOR_${upper(about)}`, object: named, change, negated })];
  }
  return [];
};

const USED = /\b(?:uses?|using|relies on|rely on|works? with) (?<object>[^,.;]+?)(?: (?:for|as) (?:our |my |the |all |all our |a )*(?<topic>[^,.;]+))?(?=[,.;]|$| (?:now|instead|since|because|again|these days|any ?more)\b)/i;
const SWITCHED = /\b(?:switched|migrated|moved|changed|converted|moving|switching|migrating|switch|migrate)(?: (?<what>(?:our|my|the|all|everything)(?: [\p{L}-]+){0,3}?))?(?: over)? from (?<from>[^,.;]+?) (?:over )?to (?<object>[^,.;]+?)(?: (?:for|as) (?:our |my |the |all |all our )*(?<topic>[^,.;]+))?(?=[,.;]|$| (?:now|last|this|in|since|because|yesterday|today|on)\b)/iu;
const REPLACED = /\breplaced (?<from>[^,.;]+?) (?:with|by) (?<object>[^,.;]+?)(?: (?:for|as) (?:our |my |the )*(?<topic>[^,.;]+))?(?=[,.;]|$| (?:now|last|this|in|since|yesterday)\b)/iu;
const INSTEAD = /\buses? (?<object>[^,.;]+?) (?:now )?instead of (?<from>[^,.;]+?)(?: (?:for|as) (?:our |my |the )*(?<topic>[^,.;]+))?(?=[,.;]|$| now\b)/iu;
const toTool = (words: string): string => objectOf(words).replace(/^(?:an?|the|our|my) /i, "");

const readUse: Reader = (clause, speaker) => {
  for (const pattern of [SWITCHED, REPLACED, INSTEAD]) {
    const match = pattern.exec(clause);
    const subject = match === null ? null : (subjectOf(clause.slice(0, match.index), speaker)?.subject ?? null);
    if (match === null || subject === null) continue;
    const { from = "", object = "", topic } = match.groups!;
    if (/\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|day\b/i.test(from)) continue;
    const predicate = topic === undefined ? "USES" : `USES_FOR_${upper(objectOf(topic))}`;
    return [slot({ subject, predicate, object: toTool(object), change: "replaces" }), slot({ subject, predicate, object: toTool(from), change: "ends" })];
  }
  const match = USED.exec(clause);
  const found = match === null ? null : subjectOf(clause.slice(0, match.index), speaker);
  if (match === null || found === null) return [];
  const { object = "", topic } = match.groups!;
  const change = changeOfState(clause);
  const negated = /\b(?:not|never|don't|doesn't)\b/i.test(found.between) && change !== "ends";
  return [slot({ subject: found.subject, predicate: topic === undefined ? "USES" : `USES_FOR_${upper(objectOf(topic))}`, object: toTool(object), change, negated })];
};

const MOVED_TO = String.raw`(?: (?:has |have )?(?:just |now )?(?:been |was |were |got )?(?:moved|pushed(?: back)?|extended|postponed|rescheduled|changed|shifted|brought forward|delayed)(?: from (?<from>[^,.;]+?))? (?:to|until|till)|(?: is| are|'s| was| has been| will be| falls| starts)(?: now| currently| still)?(?: (?:set|scheduled|planned|booked|due))?(?: (?:for|on|at|by|in))?)`;
const EVENT_NOUN = "(?:appointment|meeting|flight|interview|exam|check-?up|surgery|party|wedding|trip|call|lesson|class|release|launch|standup|stand-up|demo|review|retro|presentation|ceremony|concert|holiday|vacation|conference|workshop|delivery|inspection|train|session|sync)";
const DEADLINE = new RegExp(String.raw`\bdeadline (?:for|of) (?<topic>(?:the |my |our )?[\p{L}\p{N}' -]{2,50}?)${MOVED_TO} (?<object>[^,;]+)`, "iu");
const DEADLINE_BEHIND = new RegExp(String.raw`(?<topic>(?:the |my |our )?[\p{L}\p{N}' -]{2,50}?) deadline${MOVED_TO} (?<object>[^,;]+)`, "iu");
const DUE = /(?<topic>(?:the |my |our )[\p{L}\p{N}' -]{2,50}?) (?:is|are)(?: now| still)? due(?: (?:on|by|in|at))? (?<object>[^,;]+)/iu;
const SCHEDULED = new RegExp(String.raw`(?<topic>(?:the |my |our |\p{Lu}[\p{L}-]+'s )(?:[\p{L}\p{N}'-]+ ){0,4}?${EVENT_NOUN}(?: with [\p{L}. -]{2,30}?| to [\p{Lu}][\p{L}-]+)?)${MOVED_TO} (?<object>[^,;]+)`, "iu");
const HAS_TIME = /\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|noon|midnight|today|tomorrow|tonight|week|month|spring|summer|autumn|fall\b|winter/i;

const readDate: Reader = (clause, speaker) => {
  for (const [predicate, pattern] of [["DEADLINE_OF", DEADLINE], ["DEADLINE_OF", DEADLINE_BEHIND], ["DEADLINE_OF", DUE], ["SCHEDULED_FOR", SCHEDULED]] as const) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const { topic = "", object = "" } = match.groups!;
    if (!HAS_TIME.test(object)) continue;
    const subject = nameOf(topic, speaker) ?? topic.toLowerCase();
    const moved = /\b(?:moved|pushed|extended|postponed|rescheduled|changed|shifted|brought forward|delayed)\b/i.test(match[0]) || /\bnow\b|\binstead\b/i.test(clause);
    return [slot({ subject, predicate, object: object.trim(), change: moved ? "replaces" : "none", negated: /\b(?:not|isn't|aren't)\b/i.test(match[0]) })];
  }
  return [];
};

const RUNS = /\b(?:runs?|running|uses?|using|is on|are on|'re on|'m on|stays? on|requires?|targets?|upgraded(?: [\p{L} ]{2,30}?)?(?: from [^,;]+?)? to|updated(?: [\p{L} ]{2,30}?)? to|bumped(?: [\p{L} ]{2,30}?)? to|migrated to|moved to|switched to|downgraded to|pinned to)\s+(?<topic>[\p{L}][\p{L}\p{N}.+#-]*(?: [\p{Lu}][\p{L}]+)?) (?:version )?v?(?<object>\d+(?:\.\d+)*)\b(?!\s*(?:%|gb|mb|cores?|people|times|hours|days|euros?|dollars?|km|kg|users?|instances?|nodes?|years))/iu;
const UPGRADED = /\b(?:upgraded|updated|bumped|downgraded|pinned)\s+(?<topic>(?:our |the |my )?[\p{L}][\p{L}\p{N}.+# -]{1,30}?)(?: from (?:version )?v?(?<from>\d+(?:\.\d+)*))? to (?:version )?v?(?<object>\d+(?:\.\d+)*)\b/iu;
const VERSION = /\b(?:version of (?<topic>[\p{L}\p{N} .+#-]{2,30}?) is|(?<thing>[\p{Lu}][\p{L}\p{N}.+#-]*(?: \p{Lu}\p{L}+)?) (?:is|are)(?: now| currently)? (?:at|on|in)? ?version)(?: now| currently)? (?:version )?v?(?<object>\d+(?:\.\d+)*)\b/iu;

const readVersion: Reader = (clause, speaker) => {
  for (const pattern of [UPGRADED, RUNS, VERSION]) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const { topic, thing, object = "" } = match.groups!;
    const product = entityKey((topic ?? thing!).replace(/^(?:our|my|the) /i, ""));
    const found = pattern === VERSION ? null : subjectOf(clause.slice(0, match.index), speaker);
    const self = nameOf("", speaker);
    const scope = found === null || found.subject === self ? "" : `${found.subject} `;
    const stated = changeOfState(clause);
    const change = /\b(?:upgraded|updated|bumped|downgraded|migrated|moved|switched)\b/i.test(match[0]) ? "replaces" : stated;
    return [slot({ subject: `${scope}${product}`, predicate: "VERSION_OF", object, change, negated: /\b(?:not|don't|doesn't)\b/i.test(found?.between ?? "") && change !== "ends" })];
  }
  return [];
};

const RENAMED = /\brenamed (?<topic>(?:the|our|my) [\p{L} ]{2,30}?|\p{Lu}[\p{L}\p{N}-]+)(?: from (?<from>[^,.;]+?))? (?:to|into) (?<object>[^,.;]+)/u;
const readName: Reader = (clause) => {
  const match = RENAMED.exec(clause);
  if (match === null) return [];
  const { topic = "", from, object = "" } = match.groups!;
  const subject = /^(?:the|our|my) /.test(topic) ? topic.replace(/^(?:our|my|the) /, "") : topic;
  const named = slot({ subject, predicate: "IS_CALLED", object: objectOf(object), change: "replaces" });
  return from === undefined ? [named] : [named, { ...named, object: objectOf(from), change: "ends" }];
};

const BIRTHDAY = /\bbirthday (?:is|'s|falls)(?: on)? (?:the )?(?<object>[^,;]+)|\bwas born on (?:the )?(?<born>[^,;]+)/i;
const readBirthday: Reader = (clause, speaker) => {
  const match = BIRTHDAY.exec(clause);
  const object = match?.groups?.["object"] ?? match?.groups?.["born"];
  if (match === null || object === undefined || !HAS_TIME.test(object)) return [];
  const before = clause.slice(0, match.index);
  const subject = match.groups!["born"] === undefined ? ownerOf(before, speaker) : (subjectOf(before, speaker)?.subject ?? null);
  return subject === null ? [] : [slot({ subject, predicate: "BORN_ON", object })];
};

/** Slots whose predicate or subject is made of a topic: what is preferred or used for what, dates, versions, birthdays. */
export const TOPIC_READERS: readonly Reader[] = [readPreference, readVersion, readUse, readDate, readName, readBirthday];
