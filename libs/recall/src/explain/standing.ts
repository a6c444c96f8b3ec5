import type { Document } from "@memory-cortex/models";
import { analyse } from "@memory-cortex/text";

import type { RecallStages } from "../recall.ts";
import type { Run } from "../run.ts";
import type { Placing } from "./placings.ts";

/** How one document stands to the question by each leg, found or not. */
export interface Standing {
  words: {
    /** BM25 of its own words. */
    score: number;
    /** Its place among all that hold a word of the question; null beyond the looked-at ones. */
    place: number | null;
    holds: string[];
    lacks: string[];
  };
  /** By embedding space; null: it has no vector there yet. */
  meaning: Record<string, { cosine: number; place: number | null } | null>;
}

/** How far places are counted. Only an explanation looks so deep. */
export const COUNTED = 10_000;

/** Computed for this document alone where the legs did not bring it. */
export async function standingOf(run: Run, document: Document, { found, placing }: { found: RecallStages["found"]; placing: Placing }): Promise<Standing> {
  const own = new Set(analyse(document.text));
  const words = await ownWords(run, document.id, found);
  const meaning = await Promise.all(found.legs.meaning.map(async (leg) => [leg.space.embedder, await ownMeaning(run, document.id, { leg, placing })] as const));
  return {
    words: { ...words, holds: found.terms.filter((term) => own.has(term)), lacks: found.terms.filter((term) => !own.has(term)) },
    meaning: Object.fromEntries(meaning),
  };
}

async function ownWords(run: Run, id: string, { terms }: RecallStages["found"]): Promise<{ score: number; place: number | null }> {
  if (terms.length === 0) return { score: 0, place: null };
  const hits = await run.services.store.searchText(run.realm, { terms, filter: run.filter, limit: COUNTED, window: 0 });
  const index = hits.findIndex(({ ref }) => ref.id === id);
  return { score: (hits[index]?.scores ?? []).reduce((sum, score) => sum + score, 0), place: index === -1 ? null : index + 1 };
}

type MeaningLeg = RecallStages["found"]["legs"]["meaning"][number];

async function ownMeaning(run: Run, id: string, { leg, placing }: { leg: MeaningLeg; placing: Placing }): Promise<{ cosine: number; place: number | null } | null> {
  const { store } = run.services;
  const { id: spaceId, embedder } = leg.space;
  const cosine = (await store.similarities(run.realm, { spaceId, vector: leg.vector, ids: [id] })).get(id);
  if (cosine === undefined) return null;
  const kept = placing.meaning[embedder] ?? null;
  if (leg.hits.some(({ ref }) => ref.id === id) && kept !== null) return { cosine, place: kept };
  const hits = await store.searchVector(run.realm, { spaceId, vector: leg.vector, filter: run.filter, limit: COUNTED, window: 0 });
  const index = hits.findIndex(({ ref }) => ref.id === id);
  return { cosine, place: index === -1 ? null : index + 1 };
}
