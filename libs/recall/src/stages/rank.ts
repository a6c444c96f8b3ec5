import { chancesOf, dateProximity, evidenceLogOdds, Neighbourhood, PRESET_SETTINGS, rankedLegs, RANKER_WEIGHTS, rankFeatures, rankScore, relevanceOfChance } from "@memory-cortex/scoring";
import type { AskedSpeaker, DateRange, Evidence, RankInput } from "@memory-cortex/scoring";
import { decodeSignals, questionSignals } from "@memory-cortex/text";
import type { QuestionSignals } from "@memory-cortex/text";

import { questionDates } from "../question-dates.ts";
import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { bestFirst } from "./fuse.ts";
import type { FusedCandidate, Fusion } from "./fuse.ts";
import type { Found } from "./legs.ts";

/** What the linear ranker made of a candidate. */
export interface Ranking {
  /** In the order of `RANK_FEATURES`. */
  features: readonly number[];
  /** Weighted sum of the features. */
  score: number;
  /** That it is evidence, (0, 1). */
  chance: number;
}

/** A candidate as the linear ranker saw it; null beyond the ranked ones. */
export interface RankedCandidate extends FusedCandidate {
  ranking: Ranking | null;
}

/** How many of the best fused candidates are ranked; the gold turns that fusion finds at all are among them. */
const RANKED = 100;

/**
 * Stage 4, second half: the linear ranker orders the best candidates anew. What lies beyond keeps its order below them. Presets with a fusion of their own rank as their originals did.
 */
export function rank(run: Run, found: Found, fusion: Fusion): RankedCandidate[] {
  const { candidates } = fusion;
  const wanted = (candidate: FusedCandidate) => run.request.kinds.includes(candidate.ref.kind);
  if (PRESET_SETTINGS[run.request.preset].fusion !== null || isLeftOut(run, "ranker")) return candidates.filter(wanted).map((candidate) => ({ ...candidate, ranking: null }));
  const question = askedQuestion(run, found, fusion);
  const ranked = linearlyRanked(candidates.slice(0, RANKED), question, found.evidence);
  const floor = ranked.at(-1)?.relevance ?? 0;
  const beyond = candidates.slice(RANKED).map((candidate) => ({ ...candidate, ranking: null, relevance: floor * candidate.relevance }));
  return [...ranked, ...beyond].filter(wanted);
}

interface Question {
  signals: QuestionSignals;
  dates: DateRange[];
  asked: AskedSpeaker;
  neighbourhood: Neighbourhood<FusedCandidate>;
  bestOfSession: ReadonlyMap<string, number>;
  bestOfAll: number;
  bestMeaning: Readonly<Record<string, number>>;
  cosines: readonly { name: string; cosines: ReadonlyMap<string, number> }[];
}

function askedQuestion(run: Run, found: Found, { candidates, asked }: Fusion): Question {
  const bestOfSession = new Map<string, number>();
  for (const { ref, fused } of isLeftOut(run, "session") ? [] : candidates) {
    if (ref.sessionKey !== null) bestOfSession.set(ref.sessionKey, Math.max(bestOfSession.get(ref.sessionKey) ?? 0, fused));
  }
  const bestMeaning = Object.fromEntries(found.meaning.map(({ name, cosines }) => [name, Math.max(0, ...cosines.values())]));
  return {
    signals: questionSignals(run.request.query),
    dates: isLeftOut(run, "dates") ? [] : questionDates(run.request.query, run.askedAt),
    asked, bestOfSession, bestMeaning,
    bestOfAll: Math.max(0, ...bestOfSession.values()),
    neighbourhood: new Neighbourhood(candidates),
    cosines: found.meaning,
  };
}

function linearlyRanked(candidates: readonly FusedCandidate[], question: Question, evidence: Evidence): RankedCandidate[] {
  const weights = RANKER_WEIGHTS.legs[rankedLegs(question.cosines.length)];
  const features = candidates.map((candidate) => rankFeatures(rankInput(candidate, question)));
  const scores = features.map((values) => rankScore(values, weights.features));
  const chances = chancesOf(scores, evidenceLogOdds(evidence), weights.chance);
  const ranked = candidates.map((candidate, index): RankedCandidate => {
    const ranking = { features: features[index]!, score: scores[index]!, chance: chances[index]! };
    return { ...candidate, ranking, relevance: relevanceOfChance(ranking.chance) };
  });
  return ranked.sort(bestFirst);
}

function rankInput(candidate: FusedCandidate, question: Question): RankInput {
  const { ref, base } = candidate;
  const { named } = question.asked;
  const signals = decodeSignals(ref.signals);
  return {
    base,
    words: ref.words,
    meaning: meaningShare(ref.id, question),
    session: sessionShare(candidate, question),
    named: named === null ? "nobody" : ref.speaker === named ? "theirs" : "other",
    assistant: ref.role === "assistant" && ref.speaker === null,
    dateProximity: dateProximity(ref.observedAt, question.dates),
    asksTime: question.signals.time,
    asksQuantity: question.signals.quantity,
    asksPlace: question.signals.place,
    holdsDate: signals.date,
    holdsNumber: signals.number,
    properNouns: signals.properNouns / 3,
    askedBefore: askedBefore(candidate, question),
    firstPerson: signals.firstPerson,
  };
}

function meaningShare(id: string, { cosines, bestMeaning }: Question): number {
  if (cosines.length === 0) return 0;
  const shares = cosines.map((space) => {
    const best = bestMeaning[space.name] ?? 0;
    return best === 0 ? 0 : Math.max(0, space.cosines.get(id) ?? 0) / best;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function sessionShare({ ref, fused }: FusedCandidate, { bestOfSession, bestOfAll }: Question): number {
  if (bestOfAll === 0) return 0;
  return (ref.sessionKey === null ? fused : (bestOfSession.get(ref.sessionKey) ?? 0)) / bestOfAll;
}

/** Fused score of the turn before, when somebody else asks a question in it. */
function askedBefore({ ref }: FusedCandidate, { neighbourhood }: Question): number {
  const before = neighbourhood.around(ref, 1).find(({ row }) => (row.ref.position ?? 0) < (ref.position ?? 0))?.row;
  if (before === undefined || !decodeSignals(before.ref.signals).question) return 0;
  const sameVoice = before.ref.speaker === ref.speaker && before.ref.role === ref.role;
  return sameVoice ? 0 : before.fused;
}
