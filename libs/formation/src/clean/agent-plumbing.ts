import type { IgnoredReason, Role } from "@memory-cortex/models";

/** Agents answer a heartbeat with the word and perhaps a short remark; OpenClaw drops up to this much of it as well. */
const MAX_REMARK = 300;

const HEARTBEAT_WORD = /^[*_`\s]*(?:HEARTBEAT|HEARTBEAT_OK|NO_REPLY)[.!*_`\s]*$/;
const HEARTBEAT_ANSWER = /^[*_`]*(?:HEARTBEAT_OK|NO_REPLY)\b|\n[*_`]*(?:HEARTBEAT_OK|NO_REPLY)[.!*_`]*$/;
const HEARTBEAT_PROMPT = /^(?:Heartbeat prompt: )?Read HEARTBEAT\.md if it exists\b/;
const HEARTBEAT_CLOSE = /\bIf nothing needs attention, reply (?:exactly )?HEARTBEAT_OK[.]?(?:\s+Current time: [^\n]*)?$/;

/** "[cron:ID NAME] what to do", as the gateway's scheduler writes it, and its reminders. */
const CRON_PROMPT = /^\[cron:[^\]\n]{1,200}\]|^A scheduled reminder has been triggered\. The reminder content is:/;

/** What the runner itself says to the model as if it were the user. */
const RUNNER_PROMPT = /^Pre-compaction memory flush\b|^A new session was started via \/(?:new|reset)\b/;

/** "[Thu 2026-03-05 16:29 GMT+8] " or "[2026-03-05 16:29] " before the text, as gateways stamp it. */
const TIME_STAMP = /^\[[^\]\n]{0,20}\d{4}-\d{2}-\d{2}[^\]\n]{0,30}\]\s*/;

/**
 * Whether a message is machinery of the agent rather than conversation, and which; null for conversation. Summaries of compactions
 * pass: alignment needs to see them.
 */
export function agentPlumbing(role: Role, text: string): IgnoredReason | null {
  const bare = text.trim().replace(TIME_STAMP, "");
  if (HEARTBEAT_WORD.test(bare)) return "heartbeat";
  if (role === "assistant") return bare.length <= MAX_REMARK && HEARTBEAT_ANSWER.test(bare) ? "heartbeat" : null;
  if (HEARTBEAT_PROMPT.test(bare) || HEARTBEAT_CLOSE.test(bare)) return "heartbeat";
  if (CRON_PROMPT.test(bare)) return "cron_prompt";
  return RUNNER_PROMPT.test(bare) ? "system_prompt" : null;
}
