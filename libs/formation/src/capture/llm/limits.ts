/** What one answer of a model may hold at most; what is beyond is refused, whatever its length. */
export const ANSWER_LIMITS = {
  /** Candidates of one window. */
  candidates: 40,
  /** Candidates that rest on one turn first of all. */
  perTurn: 4,
  facts: 5,
  entities: 8,
  aliases: 4,
  citedTurns: 8,
  updates: 3,
  /** Characters of a name, a predicate, or the words of a time. */
  name: 80,
  /** Characters of the object of a fact. */
  object: 160,
  /** Characters below which a text says nothing. */
  shortest: 8,
  /** 0–1: what a model is less sure of than this is left out. */
  leastConfidence: 0.5,
} as const;

/** What one question to a model may hold. */
export const WINDOW_LIMITS = {
  turns: 60,
  /** Tokens of new text, estimated. */
  tokens: 6_000,
  /** All that is sent beside the fixed part, per token of new text. */
  overhead: 1.5,
  contextTurns: 4,
  related: 6,
  /** Characters shown of a person's, and of a program's turn; the middle of what is longer is left out. */
  personChars: 4_000,
  programChars: 700,
} as const;
