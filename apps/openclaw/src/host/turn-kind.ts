import { readSessionKey } from "../isolation/session-key.ts";
import type { TurnContext } from "./turn-context.ts";

/** Why a turn is no conversation between a person and the agent. */
export type NoConversation = "heartbeat" | "cron" | "subagent" | "webhook" | "inter_session" | "system" | "upkeep";

const TRIGGERS: Readonly<Record<string, NoConversation>> = { heartbeat: "heartbeat", cron: "cron", memory: "upkeep", overflow: "upkeep" };

/** What the host's own machinery says to the model as if a person did, as it stands in transcripts. */
const MACHINE_PROMPT =
  /^\[OpenClaw (?:heartbeat poll|exec completion|cron wake|session event)\]|^\[Inter-session message\]|^\[Subagent (?:Task|Context)\]|^\[cron:[^\]\n]{1,200}\]|^Follow the heartbeat monitor scratch context\b|^Read HEARTBEAT\.md if it exists\b|^Pre-compaction memory flush\b|^A new session was started via \/(?:new|reset)\b|^System: \[/;

/** Null for a turn in which a person speaks. */
export function noConversation(turn: TurnContext, prompt?: string): NoConversation | null {
  const key = readSessionKey(turn.sessionKey);
  if (key.heartbeat) return "heartbeat";
  if (key.kind === "subagent" || key.kind === "cron" || key.kind === "webhook") return key.kind;
  const trigger = turn.trigger === undefined ? undefined : TRIGGERS[turn.trigger];
  if (trigger !== undefined) return trigger;
  const origin = turn.inputProvenance?.kind;
  if (origin === "inter_session") return "inter_session";
  if (origin === "internal_system") return "system";
  return prompt !== undefined && isMachinePrompt(prompt) ? "system" : null;
}

export const isMachinePrompt = (text: string): boolean => MACHINE_PROMPT.test(text.trimStart());
