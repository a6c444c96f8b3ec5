import type { Turn } from "@memory-cortex/models";

/** A turn as a map under the names of its record, from the turn `t` and its session `s`. */
export const TURN_RECORD = `{kind: 'turn', id: t.id, serial: t.serial, sessionId: t.sessionId, namespace: t.namespace, position: t.position, role: t.role,
  speaker: t.speaker, text: t.text, observedAt: t.observedAt, timed: t.timed, externalId: t.externalId, contentHash: t.contentHash,
  channel: s.channel, agentId: s.agentId, project: s.project, createdAt: t.createdAt}`;

/** What {@link TURN_RECORD} gives. */
export type TurnRecord = Omit<Turn, "outdatedBy">;
