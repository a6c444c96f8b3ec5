import { toIso, toIsoOrNull } from "@memory-cortex/models/wire";
import type { Memory, MemoryView } from "@memory-cortex/models";

/** A memory in the wire format: snake_case, times as ISO 8601 UTC. */
export function toMemoryView(memory: Memory): MemoryView {
  return {
    id: memory.id,
    content: memory.text,
    type: memory.type,
    lifetime: memory.lifetime,
    namespace: memory.namespace,
    topic: memory.topic,
    project: memory.project,
    tags: memory.tags,
    importance: memory.importance,
    confidence: memory.confidence,
    visibility: memory.visibility,
    speaker: memory.speaker,
    session_id: memory.sessionId,
    source: memory.source,
    observed_at: toIso(memory.observedAt),
    valid_from: toIsoOrNull(memory.validFrom),
    valid_to: toIsoOrNull(memory.validTo),
    created_at: toIso(memory.createdAt),
    retired_at: toIsoOrNull(memory.retiredAt),
    expires_at: toIsoOrNull(memory.expiresAt),
    superseded_at: toIsoOrNull(memory.supersededAt),
    episode_start: toIsoOrNull(memory.episodeStart),
    episode_end: toIsoOrNull(memory.episodeEnd),
    access_count: memory.accessCount,
    reinforced_count: memory.reinforcedCount,
    supersedes: memory.supersedes,
    superseded_by: memory.supersededBy,
    conflict_group: memory.conflictGroup,
    conflict_status: memory.conflictStatus,
    provenance: memory.provenance,
  };
}
