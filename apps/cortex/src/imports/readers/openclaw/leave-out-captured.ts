import { CortexClientError } from "@memory-cortex/client";
import type { Answer, CortexClient, TurnView } from "@memory-cortex/client";
import { redactSecrets } from "@memory-cortex/formation";

import type { Conversation, WireMessage } from "../../../ingest/conversation.ts";
import { timeOf } from "../values.ts";

/** What the plugin captures has ids that begin so. */
const OF_THE_PLUGIN = "openclaw:";
/** The transcript has the time of the channel, the plugin that of the host: a message may have waited in between. */
const APART_MS = 10 * 60_000;
/** Longer answers are cut by the plugin. */
const COMPARED = 1_000;
const PAGE = 1_000;

async function capturedTurns({ header }: Conversation, client: CortexClient): Promise<TurnView[]> {
  const turns: TurnView[] = [];
  const whose = { user_id: header.user_id, namespace: header.namespace, session_id: header.session_id };
  for (let after: number | null = -1; after !== null; ) {
    const page: Answer<"listTurns"> = await client.listTurns({ ...whose, limit: PAGE, after });
    turns.push(...page.turns.filter(({ external_id }) => external_id?.startsWith(OF_THE_PLUGIN)));
    after = page.next_cursor === null ? null : Number(page.next_cursor);
  }
  return turns;
}

const keyOf = (role: string, text: string): string => `${role}\0${text.trim().slice(0, COMPARED)}`;

/** The captured turn that a message is, taken out of what is left of them: words said twice are two turns. */
function take(left: Map<string, number[]>, key: string, at: number | null): boolean {
  const times = left.get(key) ?? [];
  const index = times.findIndex((time) => at === null || Math.abs(time - at) <= APART_MS);
  if (index === -1) return false;
  times.splice(index, 1);
  return true;
}

/**
 * A conversation without what the plugin has captured of it already. The service cannot know these for the same: a transcript and the plugin's hook
 * tell of other times for what came in by a channel, and the hook of no name. Here the same words of the same role within minutes are the same turn.
 */
export async function leaveOutCaptured(conversation: Conversation, client: CortexClient): Promise<Conversation> {
  const captured = await capturedTurns(conversation, client).catch((error: unknown) => {
    if (CortexClientError.isInstance(error) && error.status === 404) return [];
    throw error;
  });
  if (captured.length === 0) return conversation;
  const left = new Map<string, number[]>();
  for (const { role, text, observed_at } of captured) {
    const key = keyOf(role, text);
    left.set(key, [...(left.get(key) ?? []), Date.parse(observed_at)]);
  }
  const messages: WireMessage[] = [];
  for (const message of conversation.messages) {
    const text = await redactSecrets(typeof message.content === "string" ? message.content : "");
    if (!take(left, keyOf(message.role, text), timeOf(message.timestamp))) messages.push(message);
  }
  return { ...conversation, messages };
}
