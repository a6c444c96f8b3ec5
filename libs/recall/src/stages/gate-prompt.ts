import { trivialPrompt } from "@memory-cortex/text";
import type { TrivialPrompt } from "@memory-cortex/text";

/** Why a prompt needs no memory. */
export type SkipReason = TrivialPrompt;

/** Stage 2: greetings, acknowledgements, emoji, punctuation, heartbeats and slash commands skip recall, each with its reason. Null: the prompt deserves a recall. */
export function gatePrompt(query: string): SkipReason | null {
  return trivialPrompt(query);
}
