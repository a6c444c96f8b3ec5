import { analyse, entityKey } from "@memory-cortex/text";

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’_.-][\p{L}\p{M}\p{N}]+)*/gu;
const UPPER = /\p{Lu}/u;
const SENTENCE_END = /[.!?:…]["'”’)]*\s+$/u;

/** Capitalised for their grammar, or checked as dates. */
const NO_NAME = new Set(
  `i user users the a an assistant january february march april may june july august september october november december jan feb mar apr jun jul aug
  sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun am pm utc ok`.split(/\s+/),
);
/** How a statement without a subject begins; its first word is no name. */
const BEGINNINGS = new Set(
  `prefers likes loves enjoys dislikes hates avoids wants needs plans decided works worked lives lived moved uses used owns has had is was are were be being
  does did always never usually often goes went visited bought sold drives studies studied speaks knows believes thinks feels takes took makes made
  when whenever if for to in on at by with from after before since until as his her their its he she they it this that these those there my our we you
  please do not no both all every each some and or but also now currently recently during while`.split(/\s+/),
);
/** German writes every noun with a capital, so that capitals tell nothing there: two of its small words give it away. */
const GERMAN = /(?<![\p{L}])(?:der|das|und|ist|nicht|ich|ein|eine[nrm]?|mit|für|auf|wir|zu|habe|dem|sind|mein(?:e[nrm]?)?|wohne|kein(?:e[nrm]?)?)(?![\p{L}])/giu;

interface Capital {
  token: string;
  first: boolean;
}

function tokensOf(text: string): Capital[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ token, first: index === 0 || text.slice(0, index).trim() === "" || SENTENCE_END.test(text.slice(0, index)) }));
}

const partsOf = (token: string): string[] => token.replace(/['’]s$/u, "").split(/['’_.-]/u).filter((part) => part !== "");

/** Whether capitals tell names in this text. */
export const capitalsTell = (text: string): boolean => new Set(text.match(GERMAN)?.map((word) => word.toLowerCase())).size < 2;

/** The words of names in a text (people, places, products, identifiers), each part by itself, folded. */
export function nameWordsIn(text: string): string[] {
  const found = tokensOf(text).filter(({ token, first }) => UPPER.test(token) && !(first && BEGINNINGS.has(token.toLowerCase())));
  return [...new Set(found.flatMap(({ token }) => partsOf(token).filter((part) => UPPER.test(part)).map(entityKey)))].filter((word) => word !== "" && !NO_NAME.has(word));
}

/** Every word of a text as names are compared: folded, without possessive endings. */
export const nameForms = (text: string): Set<string> => new Set(tokensOf(text).flatMap(({ token }) => [token, ...partsOf(token)].map(entityKey)));

/** Whether a name's word is among the words of a text, be it inflected. A name that is merely alike is another name. */
export function holdsName(word: string, { forms, terms }: { forms: ReadonlySet<string>; terms: ReadonlySet<string> }): boolean {
  if (forms.has(word)) return true;
  const own = analyse(word);
  return own.length > 0 && own.every((term) => terms.has(term));
}
