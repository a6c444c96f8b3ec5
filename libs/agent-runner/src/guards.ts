import { trivialPrompt } from "@memory-cortex/text";

import type { MemoryCortexConfig } from "./memory-cortex-config.ts";
import type { FollowupRun } from "./session-entry.ts";

/** Turns that nobody began. */
const BY_ITSELF = new Set(["heartbeat", "cron", "system", "subagent", "exec-event"]);

/** Fewer characters ask for nothing. An ideograph is a word of its own. */
const LEAST_LATIN = 3;
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function isByItself({ skipHeartbeat }: MemoryCortexConfig, { trigger, isHeartbeat, prompt }: FollowupRun): boolean {
  return skipHeartbeat && (isHeartbeat === true || BY_ITSELF.has(trigger?.toLowerCase() ?? "") || trivialPrompt(prompt) === "heartbeat");
}

/** Why a turn is answered without memory; null: it is asked for. */
export function whyNoRecall(config: MemoryCortexConfig, run: FollowupRun): string | null {
  if (!config.enabled) return "disabled";
  if (!config.autoRecall) return "recall_off";
  if (isByItself(config, run)) return "heartbeat";
  if (!run.senderName) return "no_user";
  const trivial = trivialPrompt(run.prompt);
  if (trivial !== null) return trivial;
  const query = run.prompt.trim();
  return query.length < LEAST_LATIN && !IDEOGRAPHIC.test(query) ? "short_query" : null;
}

/** Why a session is not taken over; null: it is. */
export function whyNoIngestion(config: MemoryCortexConfig, run: FollowupRun): string | null {
  if (!config.enabled) return "disabled";
  if (!config.autoIngest) return "ingest_off";
  if (isByItself(config, run)) return "heartbeat";
  return run.senderName ? null : "no_user";
}
