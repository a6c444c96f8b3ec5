import { toIso } from "@memory-cortex/models";
import type { RecallItem } from "@memory-cortex/models";

import type { Run } from "../run.ts";
import type { ScoredItem } from "./score-items.ts";

/** Items as clients see them. A memory carries the external id of a turn that it rests on. */
export async function presentItems(run: Run, items: readonly ScoredItem[], spokenFor: ReadonlyMap<string, string>): Promise<RecallItem[]> {
  const evidence = await externalIdsOf(run, items.filter(({ document }) => !spokenFor.has(document.id)));
  return items.map((item) => presentItem(run, item, spokenFor.get(item.document.id) ?? evidence.get(item.document.id) ?? null));
}

/** External ids of the first turn behind each memory; without them when time is up. */
async function externalIdsOf(run: Run, items: readonly ScoredItem[]): Promise<Map<string, string>> {
  const firstTurns = new Map<string, string>();
  for (const { document } of items) {
    const [first] = document.kind === "memory" ? document.provenance : [];
    if (first !== undefined) firstTurns.set(document.id, first);
  }
  if (firstTurns.size === 0) return new Map();
  const ids = [...new Set(firstTurns.values())];
  const answer = await run.deadline.within(run.deadline.remainingMs(), (signal) => run.services.store.getDocuments(run.realm, ids, { signal }));
  if (answer.outcome !== "done") return new Map();
  const turns = new Map(answer.result.map((document) => [document.id, document]));
  return new Map([...firstTurns].flatMap(([memoryId, turnId]): [string, string][] => {
    const turn = turns.get(turnId);
    return turn?.kind === "turn" && turn.externalId !== null ? [[memoryId, turn.externalId]] : [];
  }));
}

function presentItem(run: Run, { document, score, contributions }: ScoredItem, evidence: string | null): RecallItem {
  const common = {
    id: document.id,
    kind: document.kind,
    text: document.text,
    score,
    session_id: document.sessionId,
    speaker: document.speaker,
    observed_at: toIso(document.observedAt),
    ...(run.request.explain ? { factors: contributions } : {}),
  };
  if (document.kind === "turn") return { ...common, external_id: document.externalId, role: document.role };
  return {
    ...common,
    external_id: evidence,
    role: null,
    type: document.type,
    topic: document.topic,
    importance: document.importance,
    confidence: document.confidence,
    provenance: document.provenance,
  };
}
