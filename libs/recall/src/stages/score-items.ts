import type { Document } from "@memory-cortex/models";
import { factorsOf, PRESET_SETTINGS, score } from "@memory-cortex/scoring";
import type { Factor, Scorable } from "@memory-cortex/scoring";

import { exclusionOf } from "../exclusion.ts";
import { degrade } from "../run.ts";
import type { Run } from "../run.ts";
import { bringSuccessors } from "./bring-successors.ts";
import { mostScored } from "./candidates.ts";
import type { RankedCandidate } from "./rank.ts";
import { reasonOf } from "./reason-of.ts";
import { settleUpdates } from "./settle-updates.ts";
import type { ReadCandidate } from "./settle-updates.ts";

/** A candidate with its text, its nine factors and its score. */
export interface ScoredItem {
  document: Document;
  candidate: RankedCandidate;
  factors: Record<Factor, number>;
  /** Weighted and penalised: they add up to `score`. */
  contributions: Record<Factor, number>;
  /** [0, 1] */
  score: number;
}

/** Stage 5: reads the best candidates and scores them with the nine factors and the penalties of the preset. Best first. */
export async function scoreItems(run: Run, candidates: readonly RankedCandidate[]): Promise<ScoredItem[]> {
  const best = candidates.slice(0, mostScored(run.request));
  if (best.length === 0) return [];
  const ids = best.map((candidate) => candidate.ref.id);
  const answer = await run.deadline.within(run.deadline.remainingMs(), (signal) => run.services.store.getDocuments(run.realm, ids, { signal }));
  if (answer.outcome !== "done") {
    degrade(run, "documents", reasonOf(run, "documents", answer));
    return [];
  }
  const words = queryWords(run.request.query);
  const documents = new Map(answer.result.map((document) => [document.id, document]));
  const read = best.flatMap((candidate) => {
    const document = documents.get(candidate.ref.id);
    return document === undefined ? [] : [{ candidate, document }];
  });
  const excluded = exclusionOf(run.request);
  const current = (await bringSuccessors(run, read)).filter(({ document }) => excluded?.hasDocument(document) !== true);
  for (const { document } of current) documents.set(document.id, document);
  const items = settleUpdates(run, current).map((entry) => scored(run, { ...entry, documents, words }));
  return items.sort((a, b) => b.score - a.score || b.candidate.relevance - a.candidate.relevance);
}

interface Scoring extends ReadCandidate {
  documents: ReadonlyMap<string, Document>;
  /** Folded words of the question, for tags. */
  words: ReadonlySet<string>;
}

function scored(run: Run, { candidate, document, documents, words }: Scoring): ScoredItem {
  const { weights, halfLifeHours } = PRESET_SETTINGS[run.request.preset];
  const factors = factorsOf(scorable(document), {
    relevance: candidate.relevance,
    now: run.askedAt,
    project: run.request.project ?? null,
    queryWords: words,
    hops: candidate.hop,
    halfLifeHours,
  });
  const superseded = document.kind === "memory" && document.supersededBy !== null && documents.has(document.supersededBy);
  const conflict = document.kind === "memory" && document.conflictStatus === "active";
  const breakdown = score(factors, weights, { superseded, conflict });
  return { document, candidate, factors, contributions: breakdown.contributions, score: breakdown.score };
}

function scorable(document: Document): Scorable {
  const { kind, project, observedAt } = document;
  if (document.kind === "memory") {
    const { type, lifetime, confidence, tags, accessCount, reinforcedCount } = document;
    return { kind, type, lifetime, project, confidence, tags, observedAt, accessCount, reinforcedCount };
  }
  return { kind, type: null, lifetime: "permanent", project, confidence: 1, tags: [], observedAt, accessCount: 0, reinforcedCount: 0 };
}

const queryWords = (query: string): Set<string> => new Set(query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu));
