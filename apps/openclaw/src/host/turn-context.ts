/**
 * What the host tells about a turn, a tool call or a command: the second argument of hooks, the context of tool factories and the argument
 * of chat commands, as far as they say who speaks where. Names differ between the three; every field may be missing.
 */
export interface TurnContext {
  runId?: string | undefined;
  agentId?: string | undefined;
  /** "agent:main:main", "agent:main:telegram:group:-100:topic:3", … */
  sessionKey?: string | undefined;
  /** New after each /new and /reset. */
  sessionId?: string | undefined;
  workspaceDir?: string | undefined;
  activeProjectKeys?: readonly string[] | undefined;
  /** "user", "heartbeat", "cron", … */
  trigger?: string | undefined;
  inputProvenance?: { kind?: string | undefined } | undefined;
  /** Channel of hooks and commands: "telegram". */
  channel?: string | undefined;
  messageProvider?: string | undefined;
  /** Channel of tool calls. */
  messageChannel?: string | undefined;
  accountId?: string | undefined;
  /** Conversation in the channel. */
  chatId?: string | undefined;
  channelId?: string | undefined;
  nativeChannelId?: string | undefined;
  /** Sender of hooks and commands. */
  senderId?: string | undefined;
  /** Sender of tool calls. */
  requesterSenderId?: string | undefined;
  /** Of tool calls and commands only. */
  senderIsOwner?: boolean | undefined;
}
