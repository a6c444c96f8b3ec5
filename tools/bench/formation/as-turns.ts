import type { Turn } from "@memory-cortex/models";

import type { BenchConversation, BenchTurn } from "../datasets/dataset.ts";

/** Messages of a data set as the turns that they become. */
export function asTurns(messages: readonly BenchTurn[], sessionId = "s"): Turn[] {
  return messages.map((message, position) => ({
    kind: "turn", id: message.id, serial: position, sessionId, namespace: "global", position, role: message.role, speaker: message.speaker, text: message.captionless ?? message.text,
    observedAt: message.at ?? 0, timed: message.at !== null, externalId: null, contentHash: "", channel: null, agentId: null, project: null, createdAt: message.at ?? 0,
  }));
}

/** A long session: the first turns of a conversation, its own sessions one after the other. Null when it is shorter. */
export function longSession({ turns }: BenchConversation, length: number): Turn[] | null {
  return turns.length < length ? null : asTurns(turns.slice(0, length));
}
