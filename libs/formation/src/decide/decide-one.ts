import type { Reading } from "./reading.ts";
import { fillsSame, relate } from "./relate.ts";
import type { Related } from "./relate.ts";
import type { Thresholds } from "./thresholds.ts";
import { weighVerdict } from "./weigh-verdict.ts";
import type { Verdict } from "./weigh-verdict.ts";

/** A memory that a candidate is decided against. */
export interface KnownMemory {
  id: string;
  reading: Reading;
  /** Believed and true now; what is not is history. */
  current: boolean;
  supersedes: string | null;
  /** When it lost a conflict; null when it did not. */
  lostAt: number | null;
  /** Until when it was true, epoch milliseconds. */
  validTo: number | null;
  /** With the candidate; null when nothing can tell. */
  cosine: number | null;
  /** Said in the candidate's project, or one of the two in none. */
  sameProject: boolean;
  /** What a judge said of it and the candidate; null when none did. */
  verdict: Verdict | null;
}

/** What becomes of a candidate, and why. */
export type Decision = { reason: string } & (
  | { outcome: "known"; of: string; reinforce: boolean; ends: EndedMemory[] }
  | { outcome: "supersede"; of: string; endsAt: number; ends: EndedMemory[] }
  | { outcome: "conflict"; with: string[] }
  /** `validTo`: an earlier state, told late. */
  | { outcome: "create"; validTo: number | null }
);

export interface EndedMemory {
  id: string;
  endsAt: number;
}

interface Found {
  known: KnownMemory;
  related: Related;
  /** The candidate was said before the known memory. */
  late: boolean;
}

const DAY_MS = 86_400_000;
/** At most so many memories join one conflict: more say nothing more. */
const MOST_IN_CONFLICT = 20;

/**
 * What becomes of a statement beside what is known, in this order: it contradicts or updates something, it is known already, it says no
 * more than something known, it is new. Pure. Whatever arrives late never ends what was said after it.
 */
export function decideOne(candidate: Reading, knowns: readonly KnownMemory[], { thresholds, temporary = false }: { thresholds: Thresholds; temporary?: boolean }): Decision {
  const found = knowns.filter(({ current }) => current).map((known) => relateInTime(candidate, known, thresholds));
  const history = knowns.filter(({ current }) => !current);
  const of = (relation: Related["relation"], late: boolean): Found[] => found.filter((one) => one.related.relation === relation && one.late === late);
  const same = of("same", false)[0] ?? of("same", true)[0] ?? null;
  const clashes = temporary ? [] : [...of("contradicts", false), ...of("uncertain", false)];
  const returned = clashes.filter(({ known }) => returnsTo(candidate, known, history));
  const updates = temporary ? [] : [...of("updates", false), ...returned];
  const lateClashes = temporary ? [] : found.filter(({ late, related }) => late && ["updates", "contradicts", "uncertain"].includes(related.relation));

  if (updates.length > 0 && (same !== null || lateClashes.length === 0)) return replace(candidate, updates, same);
  if (same !== null) return { outcome: "known", of: same.known.id, reinforce: false, ends: [], reason: same.related.reason };
  if (lateClashes.length > 0) return withOlder(earlierState(candidate, lateClashes, { history, thresholds }), updates);
  if (clashes.length > 0) return settledAlready(candidate, { history, thresholds }) ?? conflict(clashes);
  const entailed = of("entailed", false)[0] ?? of("entailed", true)[0];
  if (entailed !== undefined) return { outcome: "known", of: entailed.known.id, reinforce: true, ends: [], reason: entailed.related.reason };
  return { outcome: "create", validTo: null, reason: "nothing known is like it" };
}

function relateInTime(candidate: Reading, known: KnownMemory, thresholds: Thresholds): Found {
  const { cosine, sameProject, verdict, reading } = known;
  const late = candidate.observedAt < reading.observedAt;
  const nearness = { cosine, thresholds, sameProject };
  const forward = (): Related => relate(candidate, reading, nearness);
  if (!late) return { known, late, related: weighVerdict(forward(), verdict, { candidate, known: reading }) };
  const backward = relate(reading, candidate, nearness);
  const clash = backward.relation === "updates" || backward.relation === "contradicts" || backward.relation === "uncertain";
  return { known, late, related: clash ? backward : orCompatible(forward()) };
}

/** What was said earlier may be the same or entailed; it changes nothing. */
const orCompatible = (related: Related): Related => (related.relation === "same" || related.relation === "entailed" ? related : { relation: "compatible", reason: related.reason, since: null });

const conflict = (clashes: readonly Found[]): Decision => ({ outcome: "conflict", with: clashes.slice(0, MOST_IN_CONFLICT).map(({ known }) => known.id), reason: clashes[0]!.related.reason });

/** Once a slot was seen to change, it holds one value at a time: the value before, said again later, is back. */
function returnsTo(candidate: Reading, known: KnownMemory, history: readonly KnownMemory[]): boolean {
  const before = history.find(({ id, lostAt }) => id === known.supersedes && lostAt === null);
  return before !== undefined && candidate.observedAt > known.reading.observedAt && fillsSame(candidate, before.reading);
}

function replace(candidate: Reading, updates: readonly Found[], same: Found | null): Decision {
  const ended = updates.toSorted((left, right) => right.known.reading.observedAt - left.known.reading.observedAt).map(({ known, related }): EndedMemory => ({ id: known.id, endsAt: Math.max(related.since ?? candidate.begin, known.reading.begin) }));
  const { reason } = updates[0]!.related;
  if (same !== null) return { outcome: "known", of: same.known.id, reinforce: false, ends: ended, reason };
  const [first, ...ends] = ended;
  return { outcome: "supersede", of: first!.id, endsAt: first!.endsAt, ends, reason };
}

/** One that may be over itself takes the place of nothing: what it would have ended stands in the same conflict, or stays as it is. */
function withOlder(decision: Decision, updates: readonly Found[]): Decision {
  if (decision.outcome !== "conflict") return decision;
  return { ...decision, with: [...decision.with, ...updates.map(({ known }) => known.id)].slice(0, MOST_IN_CONFLICT) };
}

interface Past {
  history: readonly KnownMemory[];
  thresholds: Thresholds;
}

/** A state that something said later has ended: it is kept for the time before, and ends nothing. */
function earlierState(candidate: Reading, clashes: readonly Found[], { history, thresholds }: Past): Decision {
  const told = history.find((known) => known.lostAt === null && known.reading.begin <= candidate.observedAt && (known.validTo ?? 0) >= candidate.observedAt && isKnownBy(candidate, known, thresholds));
  if (told !== undefined) return { outcome: "known", of: told.id, reinforce: false, ends: [], reason: "known of that time" };
  const begins = clashes.map(({ known, related }) => related.since ?? known.reading.begin).filter((begin) => begin > candidate.begin);
  const soon = clashes.some(({ known, related }) => related.relation !== "updates" && known.reading.observedAt - candidate.observedAt < DAY_MS);
  // In one conversation neither is the earlier state; and what began later than what it contradicts was no state before it.
  if (begins.length < clashes.length || soon) return conflict(clashes);
  return { outcome: "create", validTo: Math.min(...begins), reason: "earlier state, told late" };
}

/** What lost a conflict does not come back by words from before it was settled. */
function settledAlready(candidate: Reading, { history, thresholds }: Past): Decision | null {
  const lost = history.find((known) => known.lostAt !== null && candidate.observedAt <= known.lostAt && isKnownBy(candidate, known, thresholds));
  return lost === undefined ? null : { outcome: "known", of: lost.id, reinforce: false, ends: [], reason: "lost a conflict since" };
}

function isKnownBy(candidate: Reading, { reading, cosine, sameProject }: KnownMemory, thresholds: Thresholds): boolean {
  const { relation } = relate(candidate, reading, { cosine, thresholds, sameProject });
  return relation === "same" || relation === "entailed" || fillsSame(candidate, reading);
}
