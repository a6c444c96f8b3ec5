import type { BenchConversation, BenchTurn } from "./datasets/dataset.ts";
import { post } from "./http-client.ts";

const BATCH = 50;

/** Sends a conversation in, session by session, and waits until nothing is left to do. */
export async function feed(url: string, userId: string, conversation: BenchConversation): Promise<void> {
  for (const [session, turns] of bySession(conversation.turns)) {
    for (let start = 0; start < turns.length; start += BATCH) {
      const messages = turns.slice(start, start + BATCH).map(messageOf);
      await post(`${url}/ingest`, { messages, session_id: session, user_id: userId });
    }
  }
  const flushed = await post<{ done: boolean }>(`${url}/v1/flush`, { user_id: userId, timeout_ms: 300_000 });
  if (!flushed.done) throw new Error("The service did not finish its work in five minutes.");
}

export function bySession(turns: readonly BenchTurn[]): Map<string, BenchTurn[]> {
  const sessions = new Map<string, BenchTurn[]>();
  for (const turn of turns) sessions.set(turn.session, [...(sessions.get(turn.session) ?? []), turn]);
  return sessions;
}

export function messageOf(turn: BenchTurn): Record<string, unknown> {
  const named = turn.speaker === turn.role ? {} : { name: turn.speaker };
  return { role: turn.role, content: turn.text, id: turn.id, ...named, ...(turn.at === null ? {} : { timestamp: turn.at }) };
}
