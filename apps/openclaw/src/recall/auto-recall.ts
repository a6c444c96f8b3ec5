import { createHash } from "node:crypto";

import { planContext } from "@memory-cortex/agent-runner";
import { CortexClientError } from "@memory-cortex/client";
import type { RecallResponse } from "@memory-cortex/client";
import { clampText, stripInjectedBlocks, trivialPrompt } from "@memory-cortex/text";

import { readMessages } from "../capture/read-messages.ts";
import type { TurnContext } from "../host/turn-context.ts";
import { noConversation } from "../host/turn-kind.ts";
import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import type { RecallReceipt } from "../receipts/receipt.ts";
import { renderBlock } from "./render-block.ts";
import { selectItems, wordsOf } from "./select-items.ts";
import type { ToldLately, ToldToSession } from "./told-lately.ts";
import { within } from "./within.ts";

/** What the host tells before it builds a prompt. */
export interface PromptEvent {
  prompt: string;
  /** The request alone; "" when there is none in words; undefined on hosts that do not tell. */
  currentUserMessage?: string;
  /** The same for one request however often its prompt is built. */
  currentUserMessageId?: string;
  messages?: readonly unknown[];
}

/** Appended: what stands before it stays as it is, so that the provider's prompt cache still fits. */
export interface PromptAddition {
  appendContext: string;
}

export interface AutoRecall {
  /** Undefined: nothing is added. Settles within the configured time, whatever the service does, and never rejects. */
  beforePrompt(event: PromptEvent, turn: TurnContext): Promise<PromptAddition | undefined>;
}

const LONGEST_QUERY = 4_000;
/** Of what is found, some stands in the conversation. Few: what is answered counts as used. */
const SPARE_ITEMS = 5;
/** For the way to the service and back, and for choosing. */
const OUR_SHARE_MS = 40;
const LEAST_SERVICE_MS = 10;
const LONGEST_COMPARED = 400;

export function createAutoRecall({ plugin, toldLately }: { plugin: Plugin; toldLately: ToldLately }): AutoRecall {
  return {
    beforePrompt: async (event, turn) => {
      const startedAt = plugin.now();
      const realm = plugin.realmOf(turn);
      const receipt = emptyReceipt(realm, { turn, at: startedAt });
      const done = (block: string): PromptAddition | undefined => {
        plugin.state.receipts.add({ ...receipt, chars: block.length, tookMs: plugin.now() - startedAt });
        return block === "" ? undefined : { appendContext: block };
      };
      const skip = skipWithoutAsking(plugin, event, turn);
      if (skip !== null) {
        receipt.skipped = skip;
        return done("");
      }
      const limit = new AbortController();
      try {
        const outcome = await within(plugin.config.recallTimeoutMs, recallForTurn({ plugin, toldLately, event, turn, realm, receipt, startedAt, signal: limit.signal }));
        if (outcome.inTime) return done(outcome.value);
        limit.abort();
        plugin.service.failed(new CortexClientError({ code: "timeout", detail: "no answer in time", fix: "" }));
        return done(nothing(receipt, "timeout"));
      } catch (error) {
        return done(nothing(receipt, plugin.service.failed(error).code));
      }
    },
  };
}

/** A late answer must not write into a receipt that is given away. */
function nothing(receipt: RecallReceipt, reason: string): "" {
  receipt.skipped = reason;
  receipt.items = [];
  return "";
}

function skipWithoutAsking(plugin: Plugin, event: PromptEvent, turn: TurnContext): string | null {
  if (!plugin.config.autoRecall) return "off";
  return noConversation(turn, queryOf(event)) ?? trivialPrompt(queryOf(event));
}

/** An empty request is one without words, not a reason to search for the history in front of it. */
const queryOf = ({ currentUserMessage, prompt }: PromptEvent): string => clampText(stripInjectedBlocks(currentUserMessage ?? prompt), { maxChars: LONGEST_QUERY }).trim();

interface TurnParts {
  plugin: Plugin;
  toldLately: ToldLately;
  event: PromptEvent;
  turn: TurnContext;
  realm: Realm;
  /** Filled in on the way. */
  receipt: RecallReceipt;
  startedAt: number;
  signal: AbortSignal;
}

async function recallForTurn(parts: TurnParts): Promise<string> {
  const { plugin, event, turn, realm, receipt } = parts;
  const query = queryOf(event);
  const session = realm.sessionKey ?? realm.sessionId ?? "";
  const told = await parts.toldLately.of(`${realm.userId}\0${session}`);
  const turnId = turnIdOf(event, turn, query);
  const again = told.again(turnId);
  if (again !== undefined) {
    receipt.skipped = "built_again";
    return again;
  }
  if (await plugin.state.isPaused(turn.sessionKey)) return (told.told(turnId, { block: "", items: [] }), nothing(receipt, "paused"));
  const plan = planContext(query);
  if (plan.skip) return (told.told(turnId, { block: "", items: [] }), nothing(receipt, plan.kind));
  // Before the question: what it costs is taken from the service's time, not added to it.
  const visible = new Set(readMessages(event.messages ?? []).map(({ text }) => compared(text)));
  const answer = await ask(parts, { query, facts: plan.maxFacts, tokens: plan.maxTokens });
  if (parts.signal.aborted) return "";
  const block = answer === null ? { text: "", told: [] } : blockOf(parts, { answer, told, visible, facts: plan.maxFacts, tokens: plan.maxTokens });
  told.told(turnId, { block: block.text, items: block.told });
  return block.text;
}

/** The same when the host builds the prompt of one turn again, after a failure or a compaction. */
function turnIdOf(event: PromptEvent, { runId }: TurnContext, query: string): string {
  if (event.currentUserMessageId !== undefined) return event.currentUserMessageId;
  const place = runId ?? `at ${event.messages?.length ?? 0}`;
  return `${place}:${digest(query)}`;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

interface Question {
  query: string;
  facts: number;
  tokens: number;
}

/** Null: nobody knows this user yet. What was told lately is asked for as well: beside it, what is left is seen to be worth little. */
async function ask({ plugin, realm, receipt, startedAt, signal }: TurnParts, { query, facts, tokens }: Question): Promise<RecallResponse | null> {
  const left = plugin.config.recallTimeoutMs - (plugin.now() - startedAt);
  try {
    const answer = await plugin.client.recall(
      {
        query, user_id: realm.userId, namespace: realm.namespace, limit: facts + SPARE_ITEMS, budget_tokens: tokens, max_chars: plugin.config.recallMaxChars, explain: true,
        deadline_ms: Math.max(LEAST_SERVICE_MS, Math.round(left - OUR_SHARE_MS)),
        ...(realm.sessionId === undefined ? {} : { session_id: realm.sessionId }),
        ...(realm.agentId === undefined ? {} : { agent_id: realm.agentId }),
        ...(realm.project === undefined ? {} : { project: realm.project }),
      },
      { signal, retries: 0 },
    );
    if (!Array.isArray(answer.items)) throw new CortexClientError({ code: "wrong_version", detail: "the answer of recall has no items", fix: "" });
    plugin.service.answered();
    return answer;
  } catch (error) {
    if (!CortexClientError.isInstance(error) || error.code !== "unknown_user") throw error;
    plugin.service.answered();
    receipt.skipped = "nothing_known";
    return null;
  }
}

/** A narrative of an earlier turn is an item as well: told once, and not again within a few turns. */
const summaryItem = (text: string): Told => ({ id: `summary:${digest(text)}`, text });

interface Told {
  id: string;
  text: string;
}

interface PromptBlock {
  text: string;
  told: Told[];
}

interface Found {
  answer: RecallResponse;
  told: ToldToSession;
  /** What stands in the conversation already. */
  visible: ReadonlySet<string>;
  facts: number;
  tokens: number;
}

function blockOf({ plugin, receipt }: TurnParts, { answer, told, visible, facts, tokens }: Found): PromptBlock {
  const { config } = plugin;
  receipt.receiptId = answer.receipt_id;
  receipt.degraded = answer.degraded.map(({ part, reason }) => `${part}: ${reason}`);
  if (answer.skipped !== null || answer.reason === "nothing_relevant" || answer.items.length === 0) {
    receipt.skipped = answer.skipped?.reason ?? answer.reason ?? "no_match";
    receipt.leftOut = answer.items.map(({ id }) => ({ id, reason: "nothing_relevant" }));
    return { text: "", told: [] };
  }
  const selection = selectItems(answer.items, {
    maxItems: Math.min(config.recallMaxItems, facts), minRecent: config.recallMinRecent, unknown: config.recallUnknown,
    withheld: (item) => (told.wasTold(item, config.recallAgainAfterTurns) ? "told_lately" : visible.has(compared(item.text)) ? "in_conversation" : null),
  });
  const kept = answer.summary === undefined ? null : summaryItem(answer.summary.text);
  const summary = kept === null || told.wasTold(kept, config.recallAgainAfterTurns) ? null : kept;
  const block = renderBlock(selection.chosen, { maxChars: config.recallMaxChars, maxTokens: tokens }, summary?.text ?? null);
  receipt.items = block.items.map(({ item: { id, score }, tier }) => ({ id, score, tier }));
  receipt.leftOut = [...selection.leftOut, ...block.leftOut];
  if (block.items.length === 0) receipt.skipped = "nothing_new";
  return { text: block.text, told: [...block.items.map(({ item }) => item), ...(summary !== null && block.summarised ? [summary] : [])] };
}

const compared = (text: string): string => wordsOf(text.slice(0, LONGEST_COMPARED));

function emptyReceipt(realm: Realm, { turn, at }: { turn: TurnContext; at: number }): RecallReceipt {
  return {
    kind: "recall", at, sessionKey: realm.sessionKey ?? null, sessionId: realm.sessionId ?? null, userId: realm.userId, trigger: turn.trigger ?? null,
    skipped: null, receiptId: null, items: [], leftOut: [], chars: 0, tookMs: 0, degraded: [],
  };
}
