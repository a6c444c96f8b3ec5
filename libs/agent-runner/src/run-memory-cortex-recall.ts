import { CortexClientError } from "@memory-cortex/client";

import { formatLongTermMemories } from "./format-long-term-memories.ts";
import type { PromptFact } from "./format-long-term-memories.ts";
import { whyNoRecall } from "./guards.ts";
import { planContext } from "./plan-context.ts";
import type { ContextSize } from "./plan-context.ts";
import { clientOf, nowOf } from "./runner-context.ts";
import type { RunnerClient, RunnerContext } from "./runner-context.ts";
import { isSameTopic } from "./same-topic.ts";
import type { FollowupRun, MemorySessionEntry } from "./session-entry.ts";
import { skipBecauseOf, skipQuietly } from "./skip.ts";
import { synthesizeForNextTurn } from "./synthesize-for-next-turn.ts";

export interface MemoryCortexRecall {
  /** The block for the prompt; null when there is nothing to tell. */
  context: string | null;
  /** How many facts are in it. */
  facts: number;
  /** Why nothing was asked for or nothing came. */
  skipped: string | null;
  /** Settles when the narrative for the next turn is made, or is not to be had; nobody needs to wait for it. Never rejects. */
  synthesis: Promise<void>;
}

/** The route takes 20,000 characters; what a prompt asks for is said in fewer. */
const LONGEST_QUERY = 4_000;
const MOST_FACTS = 200;

/**
 * Asks for what fits the prompt, within `recallTimeoutMs`, and starts a narrative for the next turn. It never rejects and never takes longer:
 * without an answer the turn goes without memory, with the reason in the log. Writes to the session entry when it asked, how
 * many facts came, and drops a narrative that is old or about something else.
 */
export async function runMemoryCortexRecall(entry: MemorySessionEntry, run: FollowupRun, context: RunnerContext): Promise<MemoryCortexRecall> {
  const { config, log } = context;
  const reason = whyNoRecall(config, run);
  if (reason !== null) return nothing(skipQuietly(log, "recall", reason));
  const askedAt = nowOf(context);
  entry.memoryCortexRecalledAt = askedAt;
  entry.memoryCortexFactsInjected = 0;
  const question = { query: queryOf(run.prompt), user_id: run.senderName ?? "" };
  const size = sizeOf(context, run);
  let client: RunnerClient;
  let facts: readonly PromptFact[];
  try {
    client = clientOf(context);
    facts = factsOf(await client.hybridSearch({ ...question, limit: Math.min(size.maxFacts, MOST_FACTS) }, { timeoutMs: config.recallTimeoutMs, retries: 0 }));
  } catch (error) {
    return nothing(skipBecauseOf(log, "recall", error));
  }
  const summary = takeSummary(entry, { query: question.query, at: askedAt, ttlMs: config.synthesisCacheTtlMs });
  const { text, used } = formatLongTermMemories({ facts, summary: summary === null ? undefined : withoutFacts(summary, facts), maxTokens: size.maxTokens });
  entry.memoryCortexFactsInjected = used;
  const synthesis = facts.length === 0 ? Promise.resolve() : synthesizeForNextTurn(entry, question, { client, log, askedAt, now: () => nowOf(context) });
  if (text === "") return { ...nothing(skipQuietly(log, "recall", "no_match")), synthesis };
  return { context: text, facts: used, skipped: null, synthesis };
}

/** What answers there need not be what it should be. */
function factsOf({ results }: { results?: readonly PromptFact[] }): readonly PromptFact[] {
  const isList = Array.isArray as (value: unknown) => value is readonly PromptFact[];
  if (isList(results)) return results.filter(({ topic, fact, score }) => typeof topic === "string" && typeof fact === "string" && typeof score === "number");
  throw new CortexClientError({ code: "not_ours", detail: "The answer holds no results.", fix: "Check middlewareHost and middlewarePort." });
}

function nothing(skipped: string): MemoryCortexRecall {
  return { context: null, facts: 0, skipped, synthesis: Promise.resolve() };
}

function sizeOf({ config }: RunnerContext, { prompt }: FollowupRun): ContextSize {
  const general = { maxFacts: config.recallMaxFacts, maxTokens: config.recallMaxTokens };
  return config.contextPlanner ? planContext(prompt, general) : general;
}

/** The service takes no half characters and no NUL. */
const queryOf = (prompt: string): string => prompt.trim().slice(0, LONGEST_QUERY).toWellFormed().replaceAll("\0", " ");

/** The kept narrative when it is recent and on topic; else it is dropped. */
function takeSummary(entry: MemorySessionEntry, { query, at, ttlMs }: { query: string; at: number; ttlMs: number }): string | null {
  const kept = entry.memoryCortexSynthesis;
  if (kept === undefined) return null;
  const age = at - kept.cachedAt;
  if (age >= 0 && age < ttlMs && isSameTopic(query, kept)) return kept.response;
  delete entry.memoryCortexSynthesis;
  return null;
}

/** Without a language model the narrative is made of facts, "- [topic] fact" line by line: those that stand below it are left out. */
function withoutFacts(summary: string, facts: readonly PromptFact[]): string {
  const told = new Set(facts.map(({ fact }) => fact.replaceAll(/\s+/gu, " ").trim()));
  return summary.split("\n").filter((line) => !told.has(line.replace(/^- (?:\[[^\]]*\] )?/u, "").trim())).join("\n").trim();
}
