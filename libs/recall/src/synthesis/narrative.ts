import type { Document, Memory } from "@memory-cortex/models";

/** One sentence and the statements that it rests on. */
export interface NarrativeSentence {
  text: string;
  /** Ids of turns and memories. */
  ids: readonly string[];
}

/** What a language model made of some remembered statements; each sentence cites at least one of them. */
export interface Narrative {
  text: string;
  sentences: readonly NarrativeSentence[];
  /** All that it rests on, with how each was when it was read. */
  rests: ReadonlyMap<string, string>;
}

/** Everything of a document that a narrative may say, and whether it still holds. Access counts are no part of it. */
export function stateOf(document: Document): string {
  if (document.kind === "turn") return JSON.stringify([document.contentHash, document.observedAt, document.speaker]);
  const { contentHash, observedAt, validFrom, validTo, expiresAt, retiredAt, supersededAt, supersededBy, conflictGroup, conflictStatus } = document;
  return JSON.stringify([contentHash, observedAt, validFrom, validTo, expiresAt, retiredAt, supersededAt, supersededBy, conflictGroup, conflictStatus]);
}

const endOf = ({ validTo, expiresAt }: Memory): number => Math.min(validTo ?? Infinity, expiresAt ?? Infinity);

/**
 * Whether everything that a narrative rests on is still there, is what it was, and has not ended since. `documents` are the cited ones as
 * they are now; what was forgotten is missing among them.
 */
export function stillHolds({ rests }: Pick<Narrative, "rests">, documents: readonly Document[], { madeAt, now }: { madeAt: number; now: number }): boolean {
  const current = new Map(documents.map((document) => [document.id, document]));
  for (const [id, state] of rests) {
    const document = current.get(id);
    if (document === undefined || stateOf(document) !== state) return false;
    if (document.kind === "memory" && endOf(document) <= now && endOf(document) > madeAt) return false;
  }
  return true;
}
