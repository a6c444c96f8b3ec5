import { chancesOf, dateProximity, eventProximity, evidenceLogOdds, highest, LEAST_BEST_COSINE, rankedLegs, RANKER_WEIGHTS, rankFeatures, rankScore, relevanceOfChance } from "@memory-cortex/scoring";
import type { DateRange, Evidence, RankInput } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";
import { decodeSignals, questionSignals } from "@memory-cortex/text";
import type { QuestionSignals } from "@memory-cortex/text";

import { usesRanker } from "../run.ts";
import type { Run } from "../run.ts";
import { ANCHORED_SHARE, anchoredRange, anchorOf } from "./anchor.ts";
import type { Anchor } from "./anchor.ts";
import { RANKED } from "./candidates.ts";
import { eventTimes } from "./event-times.ts";
import { bestFirst } from "./fuse.ts";
import type { FusedCandidate, Fusion } from "./fuse.ts";
import { rankedPool } from "./graph-pool.ts";
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

/**
 * Stage 4, second half: the linear ranker orders the best candidates anew. What lies beyond keeps its order below them. Presets with a fusion of their own rank as their originals did.
 */
export async function rank(run: Run, found: Found, fusion: Fusion): Promise<RankedCandidate[]> {
  const { candidates } = fusion;
  const wanted = (candidate: FusedCandidate) => run.request.kinds.includes(candidate.ref.kind);
  if (!usesRanker(run)) return candidates.filter(wanted).map((candidate) => ({ ...candidate, ranking: null }));
  const { pool, beyond: others } = rankedPool(candidates, fusion.graphPlaces, RANKED);
  const anchor = anchorOf(run, found);
  const events = await eventTimes(run, anchor === null ? (found.dates.length === 0 ? [] : pool) : [...pool, anchor]);
  const question = askedQuestion(run, { found, fusion, anchor, events });
  const ranked = linearlyRanked(pool, question, found.evidence);
  const floor = ranked.at(-1)?.relevance ?? 0;
  const beyond = others.map((candidate) => ({ ...candidate, ranking: null, relevance: floor * candidate.relevance }));
  return [...ranked, ...beyond].filter(wanted);
}

interface Question {
  signals: QuestionSignals;
  /** The dates it names, or those that an event it names bounds. */
  dates: readonly DateRange[];
  /** That event. */
  anchor: Anchor | null;
  /** When the events among the candidates took place, by id. */
  events: ReadonlyMap<string, DateRange>;
  found: Found;
  fusion: Fusion;
  bestOfAll: number;
  /** Best cosine of each space, or {@link LEAST_BEST_COSINE} where that is less. */
  bestMeaning: readonly number[];
}

function askedQuestion(run: Run, { found, fusion, anchor, events }: Pick<Question, "found" | "fusion" | "anchor" | "events">): Question {
  return {
    signals: questionSignals(run.request.query),
    dates: anchor === null ? found.dates : [anchoredRange(anchor, events, run.askedAt)],
    anchor, events, found, fusion,
    bestOfAll: Math.max(0, ...fusion.bestOfSession.values()),
    bestMeaning: found.meaning.map(({ cosines }) => Math.max(LEAST_BEST_COSINE, highest(cosines))),
  };
}

function linearlyRanked(candidates: readonly FusedCandidate[], question: Question, evidence: Evidence): RankedCandidate[] {
  const weights = RANKER_WEIGHTS.legs[rankedLegs(question.bestMeaning.length)];
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
  const { named } = question.fusion.asked;
  const signals = decodeSignals(ref.signals);
  return {
    base,
    words: ref.words,
    meaning: meaningShare(candidate.index, question),
    session: sessionShare(candidate, question),
    named: named === null ? "nobody" : ref.speaker === named ? "theirs" : "other",
    assistant: ref.role === "assistant" && ref.speaker === null,
    dateProximity: nearness(ref, question),
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

function nearness({ id, observedAt }: DocumentRef, { dates, anchor, events }: Question): number {
  const event = events.get(id);
  const proximity = event === undefined ? dateProximity(observedAt, dates) : eventProximity(event, dates);
  return anchor === null ? proximity : ANCHORED_SHARE * proximity;
}

function meaningShare(index: number, { found, bestMeaning }: Question): number {
  if (bestMeaning.length === 0) return 0;
  let sum = 0;
  for (let space = 0; space < bestMeaning.length; space += 1) {
    const cosine = found.meaning[space]!.cosines[index]!;
    if (cosine > 0) sum += cosine / bestMeaning[space]!;
  }
  return sum / bestMeaning.length;
}

function sessionShare({ ref, fused }: FusedCandidate, { fusion, bestOfAll }: Question): number {
  if (bestOfAll === 0) return 0;
  return (ref.sessionKey === null ? fused : (fusion.bestOfSession.get(ref.sessionKey) ?? 0)) / bestOfAll;
}

/** Fused score of the turn before, when somebody else asks a question in it. */
function askedBefore({ ref, index }: FusedCandidate, { found, fusion }: Question): number {
  const place = found.neighbourhood.before(index, 1);
  const before = found.refs[place];
  if (before === undefined || !decodeSignals(before.signals).question) return 0;
  const sameVoice = before.speaker === ref.speaker && before.role === ref.role;
  return sameVoice ? 0 : fusion.fused[place]! || 0;
}
