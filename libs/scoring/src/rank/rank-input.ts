/** What the linear ranker knows of one candidate. Whatever a realm lacks (speakers, roles, dates) is 0 or false and does no harm. */
export interface RankInput {
  /** Fused score of the legs with session prior and speaker boost; 0 to about 1.7. */
  base: number;
  /** Words of the text. */
  words: number;
  /** Mean share of the best cosine over the embedding spaces, [0, 1]. */
  meaning: number;
  /** Best fused score in the candidate's session over the best of all, [0, 1]. */
  session: number;
  /** The question names exactly one speaker: this is that speaker's turn, or another's. */
  named: "theirs" | "other" | "nobody";
  assistant: boolean;
  /** How near to the dates that the question names, [0, 1]; 0 when it names none. */
  dateProximity: number;
  asksTime: boolean;
  asksQuantity: boolean;
  asksPlace: boolean;
  holdsDate: boolean;
  holdsNumber: boolean;
  /** [0, 1]: capitalised words inside a sentence, 3 or more count as 1. */
  properNouns: number;
  /** Fused score of the turn before, when somebody else asks a question in it; else 0. */
  askedBefore: number;
  /** Says I, my or we. */
  firstPerson: boolean;
}
