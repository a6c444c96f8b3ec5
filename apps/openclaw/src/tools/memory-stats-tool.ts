import type { StatsResponse } from "@memory-cortex/client";

import { orNull, reading } from "./asking.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { dayOf } from "./tool-lines.ts";

export const memoryStatsTool: Tool = {
  name: "memory_stats",
  label: "Memory Stats",
  description:
    "Count what memory holds: memories by type, conversations, age, size. Use it when the user asks how much is remembered or whether memory works; it shows no contents.",
  parameters: { type: "object", properties: {} },
  run: stats,
};

async function stats(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm } = call;
  const startedAt = plugin.now();
  const figures = await orNull(plugin.client.stats({ user_id: realm.userId }, reading(call)));
  const waiting = (await plugin.state.spool()).waiting;
  const receipt = { latencyMs: plugin.now() - startedAt };
  if (figures === null) return { text: ["Nothing is remembered yet.", ...waitingLine(waiting)].join("\n"), details: { total: 0, waiting, receipt } };
  return { text: [...linesOf(figures), ...waitingLine(waiting)].join("\n"), details: { ...figures, total: figures.active_memories, waiting, receipt } };
}

const waitingLine = (waiting: number): string[] => (waiting === 0 ? [] : [`${String(waiting)} conversation pieces wait until the memory service can take them.`]);

/** Figures of a person as lines, for a model or a person. */
export function linesOf(figures: StatsResponse): string[] {
  const types = Object.entries(figures.by_type).map(([type, count]) => `${type} ${String(count)}`);
  const span = figures.oldest_at === null || figures.newest_at === null ? [] : [`From ${dayOf(figures.oldest_at)} to ${dayOf(figures.newest_at)}.`];
  return [
    `${String(figures.active_memories)} memories${types.length === 0 ? "" : ` (${types.join(", ")})`}, ${String(figures.turns)} messages of ${String(figures.sessions)} conversations.`,
    `${String(figures.entities)} people, places and things, ${String(figures.relations)} facts about them, ${String(figures.open_conflicts)} open contradictions.`,
    ...span,
    `${(figures.storage_bytes / 1_048_576).toFixed(1)} MB on disk; ${String(figures.open_turns)} messages not looked through yet.`,
  ];
}
