/** Whom a statement without a speaker's name is about when it says "I". */
export const UNNAMED_USER = "user";

/** Auxiliaries and adverbs between a subject and its verb; they tell of negation, change and time. */
const BETWEEN = /(?:(?:^|\b|(?<=\s))(?:now|currently|presently|still|also|just|recently|finally|already|both|all|no longer|not|never|actually|officially|really|have|has|had|am|is|are|was|were|be|been|being|do|does|did|don't|dont|doesn't|didn't|haven't|hasn't|hadn't|isn't|aren't|wasn't|weren't|can't|won't|then|once|again|happily|temporarily|mostly|usually|permanently|long|strongly|generally|personally|definitely|always|only|even|very|much|used to|got|get|gotten|do not|does not|did not|will|would|may|might|could|going to|gonna|about to|plan to|plans to|planning to|want to|wants to|hope to|hopes to|to|started|began|starting|think of|thinking of|thinking about|considering|offered to|soon|stopped|quit|gave up|ceased)|'(?:ve|m|re|s|d|ll))\s*$/i;

const PERSON = /(?:^|[\s,])(?:I|we|myself|(?:me|us))$/i;
const USER = /(?:^|\s)(?:the )?(user|owner|human)$/i;
const OWNED = /(?:^|\s)(?<owner>[Mm]y|[Oo]ur|(?:[Tt]he )?[Uu]ser's|(?:\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)'s?)\s+(?<thing>(?:[\p{L}\p{N}][\p{L}\p{N}'-]*\s+){0,3}[\p{L}\p{N}][\p{L}\p{N}'.-]*)$/u;
const NAMED = /(?:^|\s)(?<name>\p{Lu}[\p{L}\p{N}'.-]*(?: \p{Lu}[\p{L}\p{N}'.-]*)*)$/u;
const THING = /(?:^|\s)[Tt]he (?<thing>(?:[\p{L}\p{N}][\p{L}\p{N}'-]*\s+){0,3}[\p{L}\p{N}][\p{L}\p{N}'.-]*)$/u;
const NO_NAME = /^(?:In|On|At|Since|After|Before|Today|Yesterday|Now|Then|And|But|So|Also|It|That|This|They|He|She|You|There|Here|What|Who|Yes|No|Just|Last|As|Currently|Actually|Recently|Finally|Apparently|Sometimes)$/;
const NAME_IN_THING = /(?:^|\s)(\p{Lu}[\p{L}'-]+)$/u;
const RELATIVES: readonly [RegExp, string][] = [[/\b(?:mum|mom|mommy|mummy)\b/gi, "mother"], [/\b(?:dad|daddy)\b/gi, "father"], [/\bhubby\b/gi, "husband"], [/\bgrandma\b/gi, "grandmother"], [/\bgrandpa\b/gi, "grandfather"], [/\bfavorite\b/gi, "favourite"]];

export interface FoundSubject {
  /** "Ana", "user", "Ana's sister", "staging server". */
  subject: string;
  /** The auxiliaries and adverbs before the verb. */
  between: string;
}

/** What stands before a verb, as its subject; null for "she", "it" and whatever else points elsewhere. Nothing at all is the speaker. */
export function subjectOf(before: string, speaker: string | null): FoundSubject | null {
  let rest = before.trimEnd();
  let between = "";
  for (let match = BETWEEN.exec(rest); match !== null; match = BETWEEN.exec(rest)) {
    between = `${match[0].trim()} ${between}`;
    rest = rest.slice(0, match.index).trimEnd();
  }
  const subject = nameOf(rest.replace(/[,:]$/, ""), speaker);
  return subject === null ? null : { subject, between };
}

/** The subject that words end in. */
export function nameOf(words: string, speaker: string | null): string | null {
  const self = speaker ?? UNNAMED_USER;
  if (words === "" || PERSON.test(words) || USER.test(words)) return self;
  const owned = OWNED.exec(words)?.groups;
  if (owned !== undefined) return ownedBy(owned["owner"]!, owned["thing"]!, self);
  const named = NAMED.exec(words)?.groups?.["name"];
  if (named !== undefined) return NO_NAME.test(named) ? null : named;
  return THING.exec(words)?.groups?.["thing"]?.toLowerCase() ?? null;
}

/** "my sister Ines" is Ines, "my sister" somebody's sister; "my wife and I" are the speaker. */
function ownedBy(owner: string, thing: string, self: string): string | null {
  if (/\b(?:and|or)\b/i.test(thing)) return /\bI$/.test(thing) ? self : null;
  const name = NAME_IN_THING.exec(thing)?.[1];
  if (name !== undefined && thing.trim() !== name) return name;
  const whose = /^(?:my|our|(?:the )?user's)$/i.test(owner) ? self : owner.replace(/'s?$/, "");
  return `${whose}'s ${RELATIVES.reduce((said, [word, usual]) => said.replace(word, usual), thing.toLowerCase())}`;
}

/** Whose the thing right behind these words is: "my", "Ana's current"; null when nobody's or somebody unknown's. */
export function ownerOf(before: string, speaker: string | null): string | null {
  const found = /(?:^|\s)(?<owner>my|our|(?:the )?user's|\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*'s?|(?:(?:my|our) [\p{L}-]+'s))(?: (?:current|new|present|own|official|full|real|main|next|final|direct|line|team|latest))*\s*$/iu.exec(before)?.groups?.["owner"];
  if (found === undefined || /^(?:it|that|he|she|what|who|there|here|let)'s$/i.test(found)) return null;
  if (/^(?:my|our) \S/i.test(found)) return nameOf(found.replace(/'s$/, ""), speaker);
  return /^(?:my|our|(?:the )?user's)$/i.test(found) ? (speaker ?? UNNAMED_USER) : found.replace(/'s?$/, "");
}
