import type { Document, LegacyFact, LegacySource } from "@memory-cortex/models";

import { importanceToLegacy } from "./importance.ts";

/** Turns have no importance of their own: the older middleware's default. */
const IMPORTANCE_OF_TURNS = 5;

/** What an answer of recall says of one document. */
export interface Finding {
  score: number;
  /** BM25 of the words leg. */
  words: number;
  /** Cosine by embedding space. */
  meaning: Readonly<Record<string, number>>;
}

/** A record in the words of the older middleware. A turn's topic is who spoke, else where. */
export function toLegacyRecord(userId: string, document: Document): Omit<LegacyFact, "score" | "source"> {
  const topic = document.kind === "memory" ? (document.topic ?? document.type) : (document.speaker ?? document.sessionId);
  const importance = document.kind === "memory" ? importanceToLegacy(document.importance) : IMPORTANCE_OF_TURNS;
  return { id: document.serial, uuid: document.id, user_id: userId, topic, fact: document.text, importance };
}

export function toLegacyFact(userId: string, document: Document, finding: Finding): LegacyFact {
  return { ...toLegacyRecord(userId, document), score: Math.min(1, Math.max(0, finding.score)), source: sourceOf(finding) };
}

/** Which legs found it; a mere neighbour of a match came by the words of that neighbour. */
export function sourceOf({ words, meaning }: Finding): LegacySource {
  const meant = Object.values(meaning).some((cosine) => cosine > 0);
  if (words > 0 && meant) return "fts5+vector";
  return meant ? "vector" : "fts5";
}
