/**
 * How often something of a user was changed; each number only grows, in the transaction of the change. Equal numbers: nothing changed. They
 * may grow with a write that found nothing to change, never with one that was refused.
 */
export interface Revisions {
  /** What deciding rests on: memories, entities, names, relations, conflicts, erasures. Appended turns are no part of it. */
  knowledge: number;
  /**
   * What an answer rests on: knowledge, and turns, captures, vectors and spaces. Access counts change a score by less than a hundredth and are
   * no part of it, nor are receipts, kept answers, notes and calls of language models.
   */
  content: number;
  /** Erased memories and turns. */
  erasures: number;
}
