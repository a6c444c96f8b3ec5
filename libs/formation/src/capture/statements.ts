import { ownLines } from "./own-lines.ts";

/** Beyond this a message is mostly pasted material; what its author says stands at the beginning. */
const MAX_READ = 4_000;
const MIN_LENGTH = 7;
const MAX_LENGTH = 280;
/** "I'm" is two words. */
const MIN_WORDS = 3;

/** Lists, quotes, headings, tables, markup, code and labels: material, not speech. */
const NOT_SPEECH = /^\s*(?:[-*+•>|#]|\d+[.)]\s|<\/?[a-z]|\/\/|@\w+\(|(?:import|from|def|class|const|let|var|function|return|public|private|SELECT|CREATE|\$)\s)|[{};]\s*$|^(?:\t| {4,})\S|^[^.!?]{0,80}:\s*$/;

const QUESTION = /\?["'”’)]*$|^(?:and |so |but |also |hey |hi |ok(?:ay)? )?(?:who|what|where|when|why|how|which|whose|do|does|did|is|are|was|were|can|could|would|should|will|have you|has|am i|shall)\b(?!.*[.!]$)/i;
/** "I use Flask, can you show me …?": the request falls away, what was said before it stays. */
const CLOSING_REQUEST = /(?:,|;| -| –| —)? (?:and |so |but |then )?(?:(?:can|could|would|will) you|what|how|do you|should I|is there|which|any (?:idea|tips|suggestions))\b[^?]*\?$/i;

const ASKS = /\b(?:can|could|would|will) (?:you|we|someone)\b|\b(?:please|pls) (?:help|explain|show|tell|write|give|provide|add|review|suggest|make|create|fix|check|let|share|update|generate|list)\b|\b(?:help|show|tell|remind|teach|give) me\b|\bI(?:'d| would) (?:like|love|appreciate)\b|\bI (?:want|need|was wondering|wonder)\b/i;
const HYPOTHETICAL = /\b(?:if|unless|would|wouldn't|could|couldn't|might|maybe|perhaps|suppose|imagine|pretend|wish|hopefully|hope|hoping|hypothetically|let's say|for example|for instance|e\.g|not sure|unsure|I guess|I(?:'m| am| was)? think(?:ing)? (?:of|about|maybe|I)|considering|wondering|supposed to|as if|kidding)\b/i;

/** "Translate: I live in …", "Imagine my name is …", "Act as if …": words to work on, or a part to play. */
const TASK = /^(?:(?:please|now|ok(?:ay)?|hey|then|and),? )*(?:summari[sz]e|translate|rewrite|rephrase|paraphrase|proofread|(?:correct|edit|fix|complete|check) (?:this|the|my|these)|imagine|pretend|suppose|assume|act (?:as|like)|role-?play|say:|repeat|write|spell)\b/i;

const ABBREVIATION = /\b(?:St|Dr|Mr|Mrs|Ms|Prof|Sr|Jr|vs|No|Mt|Ave|Inc|Ltd|approx)\.\s*$/;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** One sentence that its speaker states as true. */
export interface Statement {
  text: string;
  /** The same with quoted words blanked out: what somebody else said is not the speaker's own statement. */
  own: string;
  hypothetical: boolean;
  asks: boolean;
}

/** The sentences of a message that could hold something to remember, in order. Questions, code, lists and quotes are left out. */
export function statementsOf(message: string): Statement[] {
  const found: Statement[] = [];
  for (const paragraph of speech(message.slice(0, MAX_READ))) {
    for (const sentence of sentencesOf(paragraph)) {
      const text = sentence.trim().replaceAll(/\s+/g, " ").replace(CLOSING_REQUEST, "");
      if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || text.split(/[ '’]/).length < MIN_WORDS) continue;
      if (QUESTION.test(text) || TASK.test(text) || /https?:\/\/|```|[{}<>=\\]|\[redacted:/.test(text)) continue;
      found.push({ text, own: blankQuotes(text), hypothetical: HYPOTHETICAL.test(text), asks: ASKS.test(text) });
    }
  }
  return found;
}

/** The sentences of a paragraph as they stand. The segmenter alone ends a sentence after "St." when a name follows. */
export function sentencesOf(paragraph: string): string[] {
  const found: string[] = [];
  for (const { segment } of sentences.segment(paragraph)) {
    if (found.length > 0 && ABBREVIATION.test(found.at(-1)!)) found.push(found.pop()! + segment);
    else found.push(segment);
  }
  return found;
}

function speech(message: string): string[] {
  return ownLines(message).filter((line) => !NOT_SPEECH.test(line)).map((line) => line.replaceAll(/`[^`]*`/g, (code) => code.replaceAll("`", "")));
}

/** The same text, as long as before, with quoted words blanked out. */
export const blankQuotes = (text: string): string => text.replaceAll(/["“„«][^"”“»]*(?:["”“»]|$)|(?<![\p{L}\p{N}])['‘][^'’]{3,}['’](?![\p{L}\p{N}])/gu, (quoted) => " ".repeat(quoted.length));
