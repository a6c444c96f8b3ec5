/** What tells an update from the statement that it changes. */
export interface Updatable {
  readonly relevance: number;
  /** Share of the question's terms that it holds itself, [0, 1]. */
  readonly coverage: number;
  /** Its own terms without stop words; asked for only where an old value has to be found. Long texts are not compared. */
  readonly terms: () => ReadonlySet<string>;
  /** Terms of the old value that it names ("from Tuesday to Friday" → tuesday); empty when it names none. */
  readonly oldValue: readonly string[];
  readonly role: string | null;
  readonly words: number;
  readonly observedAt: number;
  readonly sessionKey: string | null;
  /** Place in the session, also for turns said at the same moment. */
  readonly position: number | null;
  /** Speaks of something that changed. */
  readonly change: boolean;
  /** In words that mean little else: enough without a link. */
  readonly plain: boolean;
  /** Changes something that it only refers back to ("they moved it", "it is postponed"). */
  readonly refersBack: boolean;
}

/** Only the top of a ranking is put right, and only by short statements of a person: a long reply says "now" about anything. */
export const COMPARED_UPDATES = 20;
export const LONGEST_UPDATE_WORDS = 60;
const LEAST_COVERAGE = 0.8;
const LEAST_RELEVANCE = 0.8;
/** Once an update names its subject or stands right behind it, it may be much less relevant by itself. */
const LEAST_LINKED_RELEVANCE = 0.05;
const BACKWARD_REACH = 4;
const JUST_ABOVE = 1.001;

/**
 * "The dentist moved my appointment to Friday" stands before "my dentist appointment is on Tuesday". A short later statement of a
 * person that speaks of a change gets just above an earlier one when it says so plainly and covers at least .8 of the question's terms that the
 * earlier one covers and is nearly as relevant (.8); or when the two are linked: it names the earlier one's value as the old one
 * ("from Tuesday"), or refers back to it from close by ("it is moved to Friday"). Expects candidates best first; returns their
 * relevances. Links must be explicit: two shared words alone cost 9 nDCG@10 on BEAM.
 */
export function preferUpdates(candidates: readonly Updatable[]): number[] {
  const relevances = candidates.map((candidate) => candidate.relevance);
  const top = candidates.slice(0, COMPARED_UPDATES);
  for (const [index, update] of top.entries()) {
    if (!isUpdate(update)) continue;
    const outdated = top.filter((earlier) => isLater(update, earlier) && (covers(update, earlier) || isLinked(update, earlier)));
    relevances[index] = Math.min(1, Math.max(update.relevance, ...outdated.map((earlier) => earlier.relevance * JUST_ABOVE)));
  }
  return relevances;
}

const isUpdate = ({ role, words, change }: Updatable): boolean => change && role !== "assistant" && words <= LONGEST_UPDATE_WORDS;

function isLater(update: Updatable, earlier: Updatable): boolean {
  if (earlier.role === "assistant") return false;
  if (update.observedAt !== earlier.observedAt) return update.observedAt > earlier.observedAt;
  return (update.position ?? 0) > (earlier.position ?? 0);
}

const covers = (update: Updatable, earlier: Updatable): boolean =>
  update.plain && update.coverage >= LEAST_COVERAGE * earlier.coverage && update.relevance >= LEAST_RELEVANCE * earlier.relevance;

function isLinked(update: Updatable, earlier: Updatable): boolean {
  if (update.relevance < LEAST_LINKED_RELEVANCE * earlier.relevance || earlier.words > LONGEST_UPDATE_WORDS) return false;
  if (update.oldValue.length > 0 && update.oldValue.every((term) => earlier.terms().has(term))) return true;
  return update.refersBack && isCloseBehind(update, earlier);
}

function isCloseBehind(update: Updatable, earlier: Updatable): boolean {
  if (update.sessionKey === null || update.sessionKey !== earlier.sessionKey || update.position === null || earlier.position === null) return false;
  const distance = update.position - earlier.position;
  return distance > 0 && distance <= BACKWARD_REACH;
}
