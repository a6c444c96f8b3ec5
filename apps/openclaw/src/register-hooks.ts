import { CortexClientError } from "@memory-cortex/client";

import { createAutoCapture } from "./capture/auto-capture.ts";
import type { RunEndEvent } from "./capture/auto-capture.ts";
import type { HostApi } from "./host/host-api.ts";
import type { TurnContext } from "./host/turn-context.ts";
import { bareChat } from "./isolation/known-turns.ts";
import { readSessionKey } from "./isolation/session-key.ts";
import type { Plugin } from "./plugin.ts";
import { createAutoRecall } from "./recall/auto-recall.ts";
import type { PromptAddition, PromptEvent } from "./recall/auto-recall.ts";
import { within } from "./recall/within.ts";
import type { Shared } from "./shared.ts";

interface MessageEvent {
  from?: string;
  senderId?: string;
  sessionKey?: string;
  metadata?: { to?: unknown; originatingTo?: unknown; channelName?: unknown; guildId?: unknown; senderName?: unknown };
}

interface MessageContext {
  channelId?: string;
  conversationId?: string;
  sessionKey?: string;
  senderId?: string;
}

interface SpawnEvent {
  childSessionKey?: string;
}

interface SpawnContext {
  requesterSessionKey?: string;
}

/** Runs on this machine wait for their hooks before the process ends; what is not sent by then waits on the disk. */
const WAIT_FOR_SENDING_MS = 2_500;
const WAIT_AT_THE_END_MS = 3_000;
const WARM_UP_MS = 2_000;

/** Recall before each prompt, capture after each run, and what has to be heard in between to know whose memory it is. */
export function registerHooks(api: HostApi, { plugin, shared }: { plugin: Plugin; shared: Shared }): void {
  const recall = createAutoRecall({ plugin, toldLately: shared.toldLately });
  const capture = createAutoCapture({ plugin, spool: shared.spool, sender: shared.sender });
  const on = <Event, Context>(hook: string, handler: (event: Event, context: Context) => unknown): void => api.on(hook, handler);

  on("before_prompt_build", (event: PromptEvent, turn: TurnContext): Promise<PromptAddition | undefined> => {
    shared.hooks.saw("recallAt");
    shared.known.sawTurn(turn.sessionKey, turn);
    // First what is waited for: its clock runs while the other looks at the session.
    const addition = recall.beforePrompt(event, turn);
    void capture.beforeTurn(event, turn);
    return addition;
  });
  on("agent_end", async (event: RunEndEvent, turn: TurnContext): Promise<void> => {
    shared.hooks.saw("captureAt");
    const { kept, sent } = capture.afterTurn(event, turn);
    await kept;
    await within(WAIT_FOR_SENDING_MS, sent);
  });
  on("message_received", (event: MessageEvent, context: MessageContext) => sawMessage(shared, event, context));
  on("subagent_spawned", ({ childSessionKey }: SpawnEvent, { requesterSessionKey }: SpawnContext) => {
    if (childSessionKey !== undefined && requesterSessionKey !== undefined) shared.known.sawSpawn(childSessionKey, plugin.realmOf({ sessionKey: requesterSessionKey }));
  });
  on("gateway_stop", async () => {
    shared.sender.stop();
    await within(WAIT_AT_THE_END_MS, shared.sender.drain(WAIT_AT_THE_END_MS));
    shared.sender.stop();
  });
  api.registerService?.({
    id: "memory-cortex",
    start: () => {
      shared.sender.start();
      void warmUp(plugin);
    },
    stop: () => shared.sender.stop(),
  });
}

/**
 * The first question of a process is the slowest one on both sides: it is asked before anybody waits for it. It also shows at once that
 * the service is away or refuses the token.
 */
async function warmUp({ client, config, service, realmOf }: Plugin): Promise<void> {
  const { userId, namespace } = realmOf({});
  try {
    await client.search({ query: "What do I need to know today?", user_id: userId, namespace, limit: 1, deadline_ms: WARM_UP_MS }, { timeoutMs: 2 * WARM_UP_MS, retries: 0 });
    service.answered();
  } catch (error) {
    if (config.autoRecall && !(CortexClientError.isInstance(error) && error.code === "unknown_user")) service.failed(error);
  }
}

/** Who speaks, and whether others listen: hooks of the prompt are not always told. */
function sawMessage({ known }: Shared, event: MessageEvent, context: MessageContext): void {
  const sessionKey = context.sessionKey ?? event.sessionKey;
  const key = readSessionKey(sessionKey);
  const channel = context.channelId?.toLowerCase() ?? key.channel;
  const chats = [context.conversationId, event.metadata?.originatingTo, event.metadata?.to, event.from].filter((chat): chat is string => typeof chat === "string" && chat !== "");
  const isGroup = key.kind === "shared" || event.metadata?.channelName !== undefined || event.metadata?.guildId !== undefined || chats.some((chat) => /(?:^|:)(?:group|channel|room|supergroup):/i.test(chat));
  const chat = chats[0];
  if (isGroup && chat !== undefined) known.sawGroup(channel, chat);
  const senderId = context.senderId ?? event.senderId;
  const name = event.metadata?.senderName;
  if (senderId !== undefined && typeof name === "string" && name.trim() !== "") known.sawName(`${channel ?? "local"}:${senderId}`, name.trim());
  known.sawTurn(sessionKey, {
    sessionKey, senderId,
    ...(channel === null ? {} : { channel }),
    ...(chat === undefined ? {} : { chatId: bareChat(chat) }),
  });
}
