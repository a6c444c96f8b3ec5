import { toIso, toIsoOrNull } from "@memory-cortex/models/wire";
import type { RecallItem } from "@memory-cortex/models";

import { degrade } from "../run.ts";
import type { Run } from "../run.ts";
import type { Conflicts } from "./conflicts.ts";
import { reasonOf } from "./reason-of.ts";
import type { ScoredItem } from "./score-items.ts";

/** What is known of items beside themselves, by id. */
export interface Known {
  /** External ids that a memory speaks for. */
  externalIds: ReadonlyMap<string, string>;
  conflicts: Conflicts;
}

/** Items as clients see them. A memory carries the external id of a turn that it rests on. */
export async function presentItems(run: Run, items: readonly ScoredItem[], { externalIds: spokenFor, conflicts }: Known): Promise<RecallItem[]> {
  const evidence = await externalIdsOf(run, items.filter(({ document }) => !spokenFor.has(document.id)));
  return items.map((item) => {
    const { id } = item.document;
    return presentItem(run, item, { externalId: spokenFor.get(id) ?? evidence.get(id) ?? null, conflicts: conflicts.get(id) ?? [] });
  });
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
  if (answer.outcome !== "done") {
    degrade(run, "external_ids", reasonOf(run, "external_ids", answer));
    return new Map();
  }
  const turns = new Map(answer.result.map((document) => [document.id, document]));
  return new Map([...firstTurns].flatMap(([memoryId, turnId]): [string, string][] => {
    const turn = turns.get(turnId);
    return turn?.kind === "turn" && turn.externalId !== null ? [[memoryId, turn.externalId]] : [];
  }));
}

interface KnownOfOne {
  externalId: string | null;
  conflicts: readonly string[];
}

function presentItem(run: Run, { document, score, contributions }: ScoredItem, { externalId, conflicts }: KnownOfOne): RecallItem {
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
  if (document.kind === "turn") {
    const { externalId: said, role, outdatedBy } = document;
    return { ...common, external_id: said, role, ...(outdatedBy === undefined ? {} : { outdated_by: outdatedBy }) };
  }
  return {
    ...common,
    external_id: externalId,
    role: null,
    type: document.type,
    topic: document.topic,
    importance: document.importance,
    confidence: document.confidence,
    provenance: document.provenance,
    ...(document.conflictStatus === "active" ? { conflicts_with: [...conflicts] } : {}),
    valid_from: toIsoOrNull(document.validFrom),
    valid_to: toIsoOrNull(document.validTo),
    ...(document.episodeStart === null ? {} : { episode_start: toIso(document.episodeStart), episode_end: toIsoOrNull(document.episodeEnd) }),
    superseded_by: document.supersededBy,
  };
}
