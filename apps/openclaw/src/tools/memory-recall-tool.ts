import type { RecallResponse } from "@memory-cortex/client";

import { missingParts } from "../runtime/missing-parts.ts";
import { optionalInteger, optionalText, requiredText } from "./arguments.ts";
import { orEmpty, reading } from "./asking.ts";
import { categoryOf, importanceLabel } from "./categories.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { HISTORY_NOTICE, recalledLine } from "./tool-lines.ts";

/** Nothing is due in a prompt here: a question that a model asks on purpose may take longer than one that every turn asks. */
const DEADLINE_MS = 3_000;
const NOTHING = { items: [], tokens: 0, degraded: [], skipped: null, reason: "no_match", receipt_id: "", timings_ms: {} };

export const memoryRecallTool: Tool = {
  name: "memory_recall",
  label: "Memory Recall",
  description:
    "Recall facts, decisions, preferences, people and dates from earlier conversations. Use it before you answer anything that may have been said, decided or asked before, " +
    "and whenever the user refers to the past (\"as I said\", \"last time\", \"my usual\"). Ask in the words of the question, one topic a call. What is already in this conversation need not be recalled. " +
    "If nothing comes back, say that you do not remember rather than guess.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "What to look for, in plain words." },
      limit: { type: "integer", minimum: 1, maximum: 50, description: "How many at most. Default 5." },
      scope: { type: "string", description: "Drawer to look in, such as a project's name. Leave out for the usual one." },
    },
    required: ["query"],
  },
  run: recall,
};

async function recall(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm, given } = call;
  const query = requiredText(given, "query");
  const limit = optionalInteger(given, "limit", { least: 1, most: 50 }) ?? 5;
  const { namespace, warning } = drawerOf(realm, optionalText(given, "scope"));
  const startedAt = plugin.now();
  const request = {
    query, user_id: realm.userId, namespace, limit, budget_tokens: 0, deadline_ms: DEADLINE_MS, kinds: ["memory" as const, "turn" as const],
    ...(realm.agentId === undefined ? {} : { agent_id: realm.agentId }),
    ...(realm.project === undefined ? {} : { project: realm.project }),
  };
  const answer = await orEmpty(plugin.client.recall(request, reading(call)), NOTHING);
  const memories = answer.items.map((item) => ({
    id: item.id, kind: item.kind, text: item.text, category: item.kind === "memory" ? categoryOf(item) : null, importance: item.importance ?? null,
    importance_label: importanceLabel(item.importance), score: item.score, scope: namespace, observed_at: item.observed_at, speaker: item.speaker,
  }));
  const receipt = {
    receiptId: answer.receipt_id || null, query, limit, scope: namespace, returned: memories.length, skipped: answer.skipped?.reason ?? answer.reason ?? null,
    degraded: answer.degraded, latencyMs: plugin.now() - startedAt,
  };
  return { text: textOf(answer, warning), details: { count: memories.length, memories, ...(warning === null ? {} : { warning }), receipt } };
}

function textOf({ items, degraded }: Pick<RecallResponse, "items" | "degraded">, warning: string | null): string {
  const parts = missingParts(degraded);
  const missing = parts.length === 0 ? [] : [`Not all of memory could be searched in time (${parts.join(", ")}): there may be more.`];
  const notes = [...(warning === null ? [] : [warning]), ...missing];
  if (items.length === 0) return ["No relevant memories found.", ...notes].join("\n");
  const lines = items.map((item, index) => `${String(index + 1)}. ${recalledLine(item)}`);
  return [`Found ${items.length === 1 ? "1 memory" : `${String(items.length)} memories`}. ${HISTORY_NOTICE}`, "", ...lines, ...(notes.length === 0 ? [] : ["", ...notes])].join("\n");
}
