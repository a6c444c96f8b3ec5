import type { CortexClient } from "@memory-cortex/client";
import { clampText } from "@memory-cortex/text";

import { CLAUDE_CODE, sessionIdOf } from "./claude-code-turns.ts";
import type { SpokenTurn } from "./claude-code-turns.ts";

/** Where turns go, and until when there is time for it. */
export interface Destination {
  client: CortexClient;
  userId: string;
  namespace: string | undefined;
  project: string;
  sessionId: string;
  /** Milliseconds that are left. */
  timeLeft: () => number;
}

const MOST_TURNS = 100;
const MOST_CHARACTERS = 200_000;
/** A log that somebody pasted: its beginning and its end are enough to find it again. */
const LONGEST_TURN = 40_000;
const REQUEST_MS = 5_000;

/** Sends turns in order, in requests that a service takes at once; known ones count once there. Rejects with a `CortexClientError`; what was sent before stays. */
export async function sendTurns(turns: readonly SpokenTurn[], { client, userId, namespace, project, sessionId, timeLeft }: Destination): Promise<number> {
  let accepted = 0;
  for (const messages of batchesOf(turns)) {
    const body = { messages, session_id: sessionIdOf(sessionId), channel: CLAUDE_CODE, agent_id: CLAUDE_CODE, user_id: userId, project, namespace };
    const answer = await client.ingest(body, { repeatable: true, timeoutMs: Math.max(1, Math.min(REQUEST_MS, timeLeft())) });
    accepted += answer.accepted;
  }
  return accepted;
}

type Message = Omit<SpokenTurn, "answerId">;

function batchesOf(turns: readonly SpokenTurn[]): Message[][] {
  const batches: Message[][] = [];
  let size = Infinity;
  for (const { answerId: _, ...turn } of turns) {
    const message = { ...turn, content: clampText(turn.content, { maxChars: LONGEST_TURN }) };
    if (size + message.content.length > MOST_CHARACTERS || batches.at(-1)!.length >= MOST_TURNS) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(message);
    size += message.content.length;
  }
  return batches;
}
