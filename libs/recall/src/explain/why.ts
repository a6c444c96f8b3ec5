import { toIso } from "@memory-cortex/models/wire";
import type { Document } from "@memory-cortex/models";
import { jaccard } from "@memory-cortex/scoring";

import { exclusionOf } from "../exclusion.ts";
import type { RecallOutcome, RecallStages } from "../recall.ts";
import { mostOfSession, termSet } from "../stages/diversify.ts";
import type { Dropped } from "../stages/gate-items.ts";
import type { ScoredItem } from "../stages/score-items.ts";
import { isWorthPacking, LEAST_PACKED_CHANCE } from "../stages/worth-packing.ts";
import { explainItem, snippet } from "./explained-item.ts";
import type { ExplainedItem } from "./explained-item.ts";
import { filterReasons } from "./filter-reasons.ts";
import type { Placing, Placings } from "./placings.ts";
import { standingOf } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { keptOut, outsideLegs } from "./verdict-sentences.ts";

/** At which stage a document left, or that it did not. */
export type Verdict = "unknown_id" | "filtered" | "no_leg" | "not_ranked" | "not_scored" | "beyond_limit" | "repeats" | "session_share" | "same_as" | "not_packed" | "in_answer";

/** Why one document is, or is not, in the answer. */
export interface WhyAnswer {
  /** As it was asked for. */
  asked: string;
  id: string | null;
  verdict: Verdict;
  /** The same in a sentence. */
  explanation: string;
  /** The item that stands in its place, or that is the last to be shown. */
  by?: { id: string; text: string; score: number };
  text?: string;
  speaker?: string | null;
  observed_at?: string;
  /** How it stands to the question by each leg, whether or not a leg brought it. */
  standing?: Standing;
  places?: Placing;
  /** Its factors and features, where it was scored. */
  item?: ExplainedItem;
}

type Explained = RecallOutcome & { stages: RecallStages };
type Finding = Pick<WhyAnswer, "verdict" | "explanation" | "by">;

/** What was asked for, and the document that it names, if any. */
export interface Asked {
  asked: string;
  document: Document | undefined;
}

/** Answers "why not this one?" for an id or external id. */
export async function whyNot(outcome: Explained, placings: Placings, { asked, document }: Asked): Promise<WhyAnswer> {
  const { run, trace, stages } = outcome;
  if (document === undefined) {
    return { asked, id: null, verdict: "unknown_id", explanation: `Nothing with the id ${JSON.stringify(asked)} is in these namespaces (${String(run.realm.namespaces)}) of the user.` };
  }
  const about = { asked, id: document.id, text: snippet(document.text), speaker: document.speaker, observed_at: toIso(document.observedAt) };
  const reasons = [...filterReasons(document, run.filter), ...(exclusionOf(run.request)?.hasDocument(document) === true ? ["it names it, or its session, as left out"] : [])];
  if (reasons.length > 0) return { ...about, verdict: "filtered", explanation: `The request keeps it out: ${reasons.join("; ")}.` };
  const places = placings.of(document.id);
  const standing = await standingOf(run, document, { found: stages.found, placing: places });
  const item = stages.scored.find((scored) => scored.document.id === document.id);
  const finding = item === undefined ? beforeScoring(outcome, places, standing) : afterScoring(outcome, item);
  const explained = item === undefined ? {} : { item: explainItem(item, { placings, packed: new Set(trace.packed) }) };
  return { ...about, ...finding, standing, places, ...explained };
}

function beforeScoring({ stages }: Explained, places: Placing, standing: Standing): Finding {
  const { fusion, ranked, scored } = stages;
  if (places.fused === null) return { verdict: "no_leg", explanation: outsideLegs(standing) };
  const rankedOnes = ranked.filter(({ ranking }) => ranking !== null).length;
  const candidate = ranked.find((_, index) => index + 1 === places.ranked);
  if (rankedOnes > 0 && (candidate === undefined || candidate.ranking === null)) {
    return { verdict: "not_ranked", explanation: `The legs fused put it at place ${places.fused} of ${fusion.candidates.length}; only the best ${rankedOnes} are ranked.` };
  }
  return { verdict: "not_scored", explanation: `The ranker put it at place ${places.ranked} (${places.fused} before); only the best ${scored.length} are read and scored.` };
}

function afterScoring({ trace, run }: Explained, item: ScoredItem): Finding {
  const { id } = item.document;
  const place = trace.chosen.findIndex((chosen) => chosen.document.id === id);
  if (place === -1) return leftOut(trace.chosen, trace.dropped.find((dropped) => dropped.item === item), item);
  const where = `It is in the answer, at place ${place + 1} of ${trace.chosen.length}`;
  const budget = "budget_tokens" in run.request ? run.request.budget_tokens : 0;
  if (trace.packed.includes(id) || budget === 0) return { verdict: "in_answer", explanation: `${where}.` };
  if (trace.packed.length === 0) return { verdict: "not_packed", explanation: `${where}, but the context is empty: the chance that memory holds anything on the question is too small.` };
  if (!isWorthPacking(item.candidate)) return { verdict: "not_packed", explanation: `${where}, but not in the context: its chance of being evidence is below ${LEAST_PACKED_CHANCE * 100} %.` };
  return { verdict: "not_packed", explanation: `${where}, but not in the context: it does not fit what is left of the budget.` };
}

function leftOut(chosen: readonly ScoredItem[], dropped: Dropped | undefined, item: ScoredItem): Finding {
  const last = chosen.at(-1);
  if (dropped?.by !== undefined) {
    const by = chosen.find(({ document }) => document.id === dropped.by);
    return { verdict: "same_as", explanation: keptOut.same(item.document.kind), ...(by === undefined ? { by: { id: dropped.by, text: "", score: 0 } } : { by: named(by) }) };
  }
  if (dropped?.reason === "repeats") {
    const nearest = mostAlike(chosen, item);
    return { verdict: "repeats", explanation: keptOut.repeats, ...(nearest === undefined ? {} : { by: named(nearest) }) };
  }
  if (dropped?.reason === "session_share") return { verdict: "session_share", explanation: keptOut.sessionShare(mostOfSession(chosen.length)) };
  const gap = last === undefined ? 0 : last.score - item.score;
  return { verdict: "beyond_limit", explanation: keptOut.beyond(chosen.length, gap), ...(last === undefined ? {} : { by: named(last) }) };
}

const named = ({ document, score }: { document: Document; score: number }): NonNullable<WhyAnswer["by"]> => ({ id: document.id, text: snippet(document.text), score });

function mostAlike(chosen: readonly ScoredItem[], item: ScoredItem): ScoredItem | undefined {
  const own = termSet(item.document.text);
  const alike = chosen.map((other) => ({ other, likeness: jaccard(own, termSet(other.document.text)) }));
  return alike.sort((a, b) => b.likeness - a.likeness)[0]?.other;
}
