import { answerability, bestRelevance, dateProximity, Neighbourhood, PRESET_SETTINGS, rankFeatures, rankScore, relevanceOfRank } from "@memory-cortex/scoring";
import type { AskedSpeaker, DateRange, RankInput } from "@memory-cortex/scoring";
import { decodeSignals, questionSignals } from "@memory-cortex/text";
import type { QuestionSignals } from "@memory-cortex/text";

import { questionDates } from "../question-dates.ts";
import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { bestFirst } from "./fuse.ts";
import type { FusedCandidate, Fusion } from "./fuse.ts";
import type { Found } from "./legs.ts";

/** A candidate with the features that the linear ranker saw; none beyond the ranked ones. */
export interface RankedCandidate extends FusedCandidate {
  features: readonly number[] | null;
}

/** How many of the best fused candidates are ranked; the gold turns that fusion finds at all are among them. */
const RANKED = 100;

/**
 * Stage 4, second half: the linear ranker orders the best candidates anew. What lies beyond keeps its order below them. Presets with a fusion of their own rank as their originals did.
 */
export function rank(run: Run, found: Found, fusion: Fusion): RankedCandidate[] {
  const { candidates } = fusion;
  const wanted = (candidate: FusedCandidate) => run.request.kinds.includes(candidate.ref.kind);
  if (PRESET_SETTINGS[run.request.preset].fusion !== null || isLeftOut(run, "ranker")) return candidates.filter(wanted).map((candidate) => ({ ...candidate, features: null }));
  const question = askedQuestion(run, found, fusion);
  const ranked = linearlyRanked(candidates.slice(0, RANKED), question, bestRelevance(answerability(found.evidence)));
  const floor = ranked.at(-1)?.relevance ?? 0;
  const beyond = candidates.slice(RANKED).map((candidate) => ({ ...candidate, features: null, relevance: floor * candidate.relevance }));
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

/** `highest` is the relevance of the best. */
function linearlyRanked(candidates: readonly FusedCandidate[], question: Question, highest: number): RankedCandidate[] {
  const scored = candidates.map((candidate) => {
    const features = rankFeatures(rankInput(candidate, question));
    return { candidate, features, score: rankScore(features) };
  });
  const best = { score: Math.max(...scored.map(({ score }) => score)), relevance: highest };
  return scored.map(({ candidate, features, score }): RankedCandidate => ({ ...candidate, features, relevance: relevanceOfRank(score, best) })).sort(bestFirst);
}

function rankInput(candidate: FusedCandidate, question: Question): RankInput {
  const { ref, base } = candidate;
  const { named, firstPerson } = question.asked;
  const signals = decodeSignals(ref.signals);
  return {
    base,
    words: ref.words,
    meaning: meaningShare(ref.id, question),
    session: sessionShare(candidate, question),
    named: named === null ? "nobody" : ref.speaker === named ? "theirs" : "other",
    assistant: ref.role === "assistant" && ref.speaker === null,
    own: firstPerson && ref.role === "user" && ref.speaker === null,
    dateProximity: dateProximity(ref.observedAt, question.dates),
    asksTime: question.signals.time,
    asksQuantity: question.signals.quantity,
    asksPlace: question.signals.place,
    holdsDate: signals.date,
    holdsNumber: signals.number,
    properNouns: signals.properNouns / 3,
    askedBefore: askedBefore(candidate, question),
    firstPerson: signals.firstPerson,
    question: signals.question,
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
