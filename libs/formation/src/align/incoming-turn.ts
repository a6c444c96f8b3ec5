/** A cleaned turn of a request, as alignment sees it: who it is, never what it says. */
export interface IncomingTurn {
  contentHash: string;
  /** The caller's own id of the message. */
  externalId: string | null;
  /** When it was said, epoch milliseconds; null when the caller gave no time. */
  saidAt: number | null;
  /** Characters of the text: a longer text repeated by chance is rarer than an "ok". */
  length: number;
  /** Whether the text looks like the summary that a compaction puts in place of the beginning. */
  summary: SummaryMarker;
}

export type SummaryMarker = "none" | "likely" | "certain";

/** Where the turns of a request belong. Every incoming index is in exactly one of the three. */
export interface Alignment {
  /** Turns to keep, before the stored position `at` (the stored length appends); ordered by `at`. */
  inserts: { at: number; indexes: number[] }[];
  /** Turns that are stored already, or stand twice in the request under one id. */
  duplicates: number[];
  /** Summaries of turns that were said before; not turns themselves. */
  summaries: number[];
}

/** Longer texts are taken for statements, shorter ones for acknowledgements that are said again and again. */
export const ACKNOWLEDGEMENT_LENGTH = 20;
