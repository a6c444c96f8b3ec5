import { analyseQuery, entityKey, MAX_QUERY_TERMS } from "@memory-cortex/text";

import type { CandidateChange, CandidateFact } from "../capture/candidate.ts";
import { changeIn, isAdded, isNegated, isPlanned } from "./change-words.ts";
import { clausesOf, saidIn } from "./clauses.ts";
import { LONGEST_STATEMENT, slotsOf } from "./slots-of.ts";
import type { SlotFact } from "./slots-of.ts";
import { UNNAMED_USER } from "./subject-of.ts";

/** A statement with what is known of it. */
export interface Claim {
  text: string;
  /** Null: the user, without a name. */
  speaker: string | null;
  observedAt: number;
  validFrom: number | null;
  validTo: number | null;
  type?: string;
  /** Facts that whoever proposed it found in it, beside those that rules find. */
  facts?: readonly CandidateFact[];
  change?: CandidateChange;
}

/** A statement taken apart, so that two can be compared. */
export interface Reading {
  text: string;
  /** The same without the speaker's name in front and the resolved date behind. */
  said: string;
  /** More than a statement: only the very same text is the same. */
  long: boolean;
  observedAt: number;
  /** When what it says began as far as is known: epoch milliseconds. */
  begin: number;
  clauses: number;
  facts: SlotFact[];
  /** Stems of what it speaks of, in order, each once; "I" as the speaker's name. Numbers, dates, denial and change are told apart. */
  words: string[];
  numbers: string[];
  dates: string[];
  /** Those of the words that are names, or people by their part in a family or company. */
  names: ReadonlySet<string>;
  /** Whose matter it is besides the speaker: "my sister", "the boss". */
  who: string[];
  /** Those of the words that stand right beside another one, as in "coffee ice cream". */
  bound: ReadonlySet<string>;
  negated: boolean;
  change: CandidateChange;
  added: boolean;
  planned: boolean;
  /** Something that happened: another number or day is another event. */
  event: boolean;
  /** "Only", "except", "when": it holds under a condition. */
  restricted: boolean;
}

/** Words that say the opposite of another, as that word and a denial. */
const OPPOSITES: readonly [RegExp, string][] = [
  [/\b(?:can't|cannot|can not|couldn't) stand\b|\b(?:hates?|hated|dislikes?|disliked|loathes?|detests?)\b/gi, "not like"],
  [/\b(?:loves?|loved|adores?|enjoys?|enjoyed|am fond of|is fond of|am a (?:big |huge )?fan of|am into|is into)\b/gi, "like"],
  [/\b(?:disabled|turned off|switched off|deactivated)\b/gi, "not enabled"],
  [/\b(?:turned on|switched on|activated)\b/gi, "enabled"],
  [/\bclosed\b/gi, "not open"],
  [/\b(?:forbidden|prohibited|banned|disallowed)\b/gi, "not allowed"],
  [/\b(?:permitted|ok to|okay to)\b/gi, "allowed"],
  [/\bunavailable\b/gi, "not available"],
  [/\bunemployed\b/gi, "not employed"],
  [/\boptional\b/gi, "not required"],
  [/\b(?:mandatory|compulsory|obligatory)\b/gi, "required"],
  [/\b(?:mum|mom)\b/gi, "mother"],
  [/\bdad\b/gi, "father"],
  [/\b(?:flat)\b/gi, "apartment"],
];
const POLARITY = /\b(?:not only|no longer|not|never|no|cannot|without|hardly|any ?more|used to|stopped|quit|gave up|given up|now|nowadays|these days|from now on|currently|still|instead|again|already|just|also|too|since then|recently|finally|really|absolutely|totally|definitely|very|actually|have|has|went up|went down|goes up|up|down|moved|changed|increased|raised|lowered|reduced|rose|dropped|is|are|was|were|be|been|always|usually)\b|n't\b/gi;
const RESTRICTED = /\b(?:only|except|unless|but not|if|when|whenever|as long as|other than|apart from|sometimes|occasionally|mostly|rarely)\b/i;
const FIRST_PERSON = /(?<![\p{L}\p{N}])(?:i|i'(?:m|ve|d|ll)|my|mine|me|myself|we|we'(?:re|ve|d|ll)|our|us)(?![\p{L}\p{N}])/giu;
const ROLES = /\b(?:mother|father|parents?|sister|brother|siblings?|wife|husband|partner|fianc[eé]e?|girlfriend|boyfriend|son|daughter|kids?|child(?:ren)?|twins?|grand(?:mother|father|ma|pa)|aunt|uncle|cousin|niece|nephew|roommate|flatmate|boss|manager|colleague|friend|neighbou?r|landlord|doctor|dentist|teacher|team|company|office|dog|cat)s?\b/gi;
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*(?:[-.'][\p{L}\p{N}]+)*|(?<![\p{L}\p{N}])[\p{L}]*\d+[\p{L}][\p{L}\p{N}]*|(?<![\p{L}\p{N}])[\p{L}]+\d[\p{L}\p{N}]*/gu;
const NUMBER_WORDS = new Map(Object.entries({ two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "10", eleven: "11", twelve: "12", thirteen: "13", fourteen: "14", fifteen: "15", sixteen: "16", eighteen: "18", twenty: "20", thirty: "30", forty: "40", fifty: "50", sixty: "60", hundred: "100", thousand: "1000", dozen: "12", once: "1×", twice: "2×" }));
const NUMBER = new RegExp(String.raw`\d+(?:[.,:]\d+)*|\b(?:${[...NUMBER_WORDS.keys()].join("|")})\b`, "giu");
const DATE_WORD = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march(?= \d|$|[.,;])|(?<=\b(?:in|on|of|\d) )(?:march|may)|may(?= \d)|april|june|july|august|september|october|november|december|today|yesterday|tomorrow|tonight|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|spring|summer|autumn|winter|(?:19|20)\d\d)\b/giu;
const HAPPENED = /\b(?:went|ran|met|saw|bought|sold|ate|drank|had|took|gave|made|got|came|flew|drove|won|lost|broke|hurt|told|found|began|spent|slept|swam|rode|wrote|read|hiked|visited|finished|started|watched|cooked|baked|attended|played|cleaned|ordered|booked|signed|passed|failed|called|planted|fixed|walked|climbed|tried|attempted|celebrated|painted|deployed|released|shipped|merged|crashed)\b/i;

/** Takes a statement apart. Rules, English; pure. */
export function readStatement(claim: Claim): Reading {
  const { said } = saidIn(claim.text, claim.speaker);
  const self = entityKey(claim.speaker ?? UNNAMED_USER);
  const heard = OPPOSITES.reduce((words, [word, opposite]) => words.replace(word, opposite), said.slice(0, LONGEST_STATEMENT));
  const bare = heard.replaceAll(NUMBER, " ").replaceAll(DATE_WORD, " ").replaceAll(POLARITY, " ");
  const spoken = bare.replaceAll(FIRST_PERSON, ` ${self} `).replaceAll(/\bthe user\b/gi, ` ${UNNAMED_USER} `);
  const words = termsOf(spoken);
  const capitals = heard.match(CAPITALISED)?.filter((word) => word !== "I" && !/^I'/.test(word)) ?? [];
  const named = new Set([...capitals, ...(heard.match(ROLES) ?? []), self].flatMap(termsOf));
  const facts = [...slotsOf(claim.text, claim), ...(claim.facts ?? []).map((fact) => proposed(fact, claim))];
  return {
    text: claim.text,
    said,
    long: said.length > LONGEST_STATEMENT || words.length >= MAX_QUERY_TERMS,
    observedAt: claim.observedAt,
    begin: claim.validFrom ?? claim.observedAt,
    clauses: clausesOf(said).length,
    facts,
    words,
    numbers: (heard.match(NUMBER) ?? []).map(numberKey).toSorted(),
    dates: [...new Set((heard.match(DATE_WORD) ?? []).map((word) => word.toLowerCase().replace(/s$/, "")))].toSorted(),
    names: new Set(words.filter((word) => named.has(word))),
    who: [...new Set((heard.match(ROLES) ?? []).flatMap(termsOf))].toSorted(),
    bound: boundWords(heard),
    negated: isNegated(heard),
    change: claim.change !== undefined && claim.change !== "none" ? claim.change : changeIn(heard),
    added: isAdded(heard),
    planned: isPlanned(heard),
    event: claim.type === "episode" || (HAPPENED.test(heard) && !/\b(?:have|has|'ve)\b/i.test(heard) && facts.length === 0),
    restricted: RESTRICTED.test(heard),
  };
}

const termsOf = (words: string): string[] => (/[\p{L}\p{N}]/u.test(words) ? analyseQuery(words).filter((term) => !STOP.has(term)) : []);

/** What remains when a statement has no word of its own. */
const STOP = new Set(["the", "a", "an", "is", "are", "i", "my", "it", "to", "in", "of", "and", "have", "do", "not", "that", "this", "we", "our", "for", "on", "at", "with", "by", "from", "be"]);

const numberKey = (number: string): string => NUMBER_WORDS.get(number.toLowerCase()) ?? number.replaceAll(",", "").replace(/^0+(?=\d)/, "");

/** Words with another word of their own right before or behind: "raw fish" is not just fish. */
function boundWords(heard: string): Set<string> {
  const bound = new Set<string>();
  let before: readonly string[] = [];
  for (const token of heard.split(/\s+/)) {
    const bare = token.replaceAll(/[^\p{L}\p{N}'-]/gu, "");
    const terms = FUNCTION_WORD.test(bare) || NUMBER_TOKEN.test(bare) ? [] : termsOf(bare);
    if (before.length > 0 && terms.length > 0) for (const term of [...before, ...terms]) bound.add(term);
    before = /[.,;!?]$/.test(token) ? [] : terms;
  }
  return bound;
}

const NUMBER_TOKEN = new RegExp(String.raw`^(?:\d.*|${[...NUMBER_WORDS.keys()].join("|")})$`, "i");
const FUNCTION_WORD = /^(?:i|we|you|he|she|it|they|me|us|my|our|your|his|her|their|the|an?|and|or|but|so|in|on|at|to|of|for|from|with|by|as|is|are|am|was|were|be|been|have|has|had|do|does|did|not|no|that|this|than|over|about|into|up|out|because|since|when|if|i'm|i've|we've|we're|it's|don't|doesn't|likes?|loves?|lives?|works?|uses?|eats?|drinks?|prefers?|wants?|needs?|takes?|plays?|owns?|drives?|every|each)$/i;

/** Facts of a language model name the speaker as they like. One that is not denied is never ended by what the statement ends beside it. */
function proposed(fact: CandidateFact, { speaker, change = "none", text }: Claim): SlotFact {
  const self = /^(?:i|me|we|the user|user|speaker)$/i.test(fact.subject.trim());
  const own = change === "ends" && !fact.negated ? "none" : change === "replaces" && fact.negated ? "none" : change;
  return { ...fact, subject: self ? (speaker ?? UNNAMED_USER) : fact.subject, change: own, added: isAdded(text) };
}
