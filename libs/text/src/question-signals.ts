/** Which kind of answer a question asks for, as far as its words tell. */
export interface QuestionSignals {
  /** When, what date, how long. */
  time: boolean;
  /** How many, how much, how often, how old. */
  quantity: boolean;
  /** Where, which place. */
  place: boolean;
}

const TIME = /\b(?:when|how long|since when|(?:what|which) (?:date|day|month|year|time|week))\b/iu;
const QUANTITY = /\bhow (?:many|much|often|old|long|far|tall|big|high|large|fast)\b|\bwhat (?:percentage|number|amount|price|cost)\b/iu;
const PLACE = /\bwhere\b|\b(?:which|what) (?:city|country|place|state|town|street|restaurant|shop|store|park|school)\b/iu;

/** English question words; a question in another language asks for nothing in particular. */
export function questionSignals(question: string): QuestionSignals {
  return { time: TIME.test(question), quantity: QUANTITY.test(question), place: PLACE.test(question) };
}
