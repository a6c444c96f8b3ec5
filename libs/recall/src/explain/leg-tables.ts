import type { Document } from "@memory-cortex/models";

import type { Run } from "../run.ts";
import type { Found } from "../stages/legs.ts";
import { snippet } from "./explained-item.ts";

/** The best of one leg by its own score. */
export interface LegTable {
  /** "words", "graph", or the name of an embedding space. */
  leg: string;
  /** How many it brought; turns beside its hits are not among them. */
  found: number;
  /** BM25 for words, cosine for meaning, weight of the named entities for the graph; best first. `terms` are the words of the question that the item holds itself. */
  best: { id: string; external_id: string | null; score: number; text: string; terms?: string[] }[];
}

const BEST = 10;

interface Entry {
  id: string;
  score: number;
  terms?: string[];
}

/** What each leg found, before words are borrowed and legs are fused. */
export async function legTables(run: Run, { legs, terms }: Found): Promise<LegTable[]> {
  const words = legs.words.hits.map(({ ref, scores }) => ({ id: ref.id, score: sum(scores), terms: terms.filter((_, index) => (scores[index] ?? 0) > 0) }));
  const tables = [
    { leg: "words", entries: words.filter(({ score }) => score > 0) as Entry[] },
    ...legs.meaning.map(({ space, hits }) => ({ leg: space.embedder, entries: hits.map(({ ref, cosine }): Entry => ({ id: ref.id, score: cosine })) })),
    ...(legs.graph.entities.length === 0 ? [] : [{ leg: "graph", entries: legs.graph.hits.map(({ ref, weight }): Entry => ({ id: ref.id, score: weight })) }]),
  ].map(({ leg, entries }) => ({ leg, found: entries.length, best: entries.sort((a, b) => b.score - a.score).slice(0, BEST) }));
  const documents = await documentsOf(run, [...new Set(tables.flatMap(({ best }) => best.map(({ id }) => id)))]);
  return tables.map((table) => ({ ...table, best: table.best.map((entry) => described(entry, documents.get(entry.id))) }));
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0);

async function documentsOf(run: Run, ids: readonly string[]): Promise<Map<string, Document>> {
  if (ids.length === 0) return new Map();
  return new Map((await run.services.store.getDocuments(run.realm, ids)).map((document) => [document.id, document]));
}

function described(entry: Entry, document: Document | undefined): LegTable["best"][number] {
  return { ...entry, external_id: document?.kind === "turn" ? document.externalId : null, text: document === undefined ? "" : snippet(document.text) };
}
