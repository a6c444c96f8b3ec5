import type { Turn } from "@memory-cortex/models";

const MACHINE_NAME = /^(?:the )?(?:ai|bot|agent|assistant|system|model|chatgpt|gpt|claude|gemini|copilot|llama|qwen|mistral|openclaw|cortex|helper|support|user assistant)\b|(?:bot|assistant|agent|[-_ ]ai|gpt)$|gpt-?\d|\bllm\b/i;

/** Whether a name is one that programs carry. */
export const isMachineName = (name: string): boolean => MACHINE_NAME.test(name.trim());

/**
 * Whether a person speaks: the user, or a named human. Exports of a chat between two people mark one of them as assistant, so an
 * assistant counts as a person when it carries a name that is neither a program's nor the agent's own.
 */
export function isPerson(turn: Turn): boolean {
  if (turn.role !== "user" && turn.role !== "assistant") return false;
  const { speaker } = turn;
  if (speaker === null) return turn.role === "user";
  return !isMachineName(speaker) && speaker !== turn.agentId;
}

/** The name to put before a memory; null for "user" and the like, which say nothing. */
export function speakerName(turn: Turn): string | null {
  const name = turn.speaker?.trim() ?? "";
  return name === "" || name.length > 60 || /^(?:user|human|me|you|owner|unknown|anonymous)$/i.test(name) ? null : name;
}
