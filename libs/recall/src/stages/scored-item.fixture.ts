import type { Document, Memory, Turn } from "@memory-cortex/models";
import { FACTORS } from "@memory-cortex/scoring";
import type { Factor } from "@memory-cortex/scoring";

import type { ScoredItem } from "./score-items.ts";

const zeros = (): Record<Factor, number> => Object.fromEntries(FACTORS.map((factor) => [factor, 0])) as Record<Factor, number>;

export function turnFixture(over: Partial<Turn> = {}): Turn {
  return {
    kind: "turn", id: "t1", serial: 1, sessionId: "s", namespace: "global", position: 0, role: "user", speaker: "Ann", text: "The dentist is on Friday.",
    observedAt: Date.UTC(2026, 4, 1), timed: true, externalId: "e1", contentHash: "h", channel: null, agentId: null, project: null, createdAt: 0, ...over,
  };
}

export function memoryFixture(over: Partial<Memory> = {}): Memory {
  return {
    kind: "memory", id: "m1", serial: 2, namespace: "global", type: "fact", lifetime: "permanent", expiresAt: null, topic: null,
    text: "Ann's dentist appointment is on Friday.", contentHash: "h", importance: 0.5, confidence: 0.9, visibility: "shared", tags: [], project: null,
    speaker: "Ann", sessionId: "s", source: null, observedAt: Date.UTC(2026, 4, 1), validFrom: null, validTo: null, supersededAt: null, episodeStart: null, episodeEnd: null, createdAt: 0, retiredAt: null,
    accessCount: 0, lastAccessedAt: null, reinforcedCount: 0, supersedes: null, supersededBy: null, conflictGroup: null, conflictStatus: null,
    provenance: ["t1"], ...over,
  };
}

export function scoredFixture(document: Document, score = 0.5): ScoredItem {
  const { id, kind, namespace, observedAt } = document;
  const inSession = document.kind === "turn";
  const ref = {
    id, kind, namespace, observedAt, words: 5, signals: 0, speaker: document.speaker,
    sessionKey: inSession ? "global/s" : null, position: inSession ? document.position : null, role: inSession ? document.role : null,
  };
  return { document, candidate: { ref, index: 0, words: 1, coverage: 1, meaning: {}, hop: null, fused: score, base: score, ranking: null, relevance: score }, factors: zeros(), contributions: zeros(), score };
}
