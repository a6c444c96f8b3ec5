import type { MemoryView } from "@memory-cortex/client";

import { optionalChoice, optionalInteger, optionalText } from "./arguments.ts";
import { orEmpty, reading } from "./asking.ts";
import { CATEGORIES, categoryOf, filterOf, importanceLabel } from "./categories.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { fitted, HISTORY_NOTICE, memoryLine } from "./tool-lines.ts";

const PAGE = 200;
const LONGEST_TEXT = 12_000;

export const memoryListTool: Tool = {
  name: "memory_list",
  label: "Memory List",
  description:
    "List stored memories, newest first, by category or scope. Use it when the user asks what you remember, or to look memories over before changing or forgetting some. " +
    "To answer a question use memory_recall, which finds what fits it.",
  parameters: {
    type: "object",
    properties: {
      category: { type: "string", enum: [...CATEGORIES], description: "Only this kind." },
      scope: { type: "string", description: "Drawer to list. Leave out for the usual one." },
      limit: { type: "integer", minimum: 1, maximum: 5_000, description: "How many at most. Default 50." },
    },
  },
  run: list,
};

async function list(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm, given } = call;
  const category = optionalChoice(given, "category", CATEGORIES);
  const limit = optionalInteger(given, "limit", { least: 1, most: 5_000 }) ?? 50;
  const { namespace, warning } = drawerOf(realm, optionalText(given, "scope"));
  const startedAt = plugin.now();
  const memories: MemoryView[] = [];
  let cursor: string | null = null;
  do {
    const page: { memories: MemoryView[]; next_cursor: string | null } = await orEmpty(
      plugin.client.listMemories({ user_id: realm.userId, namespace, ...filterOf(category), limit: Math.min(PAGE, limit - memories.length), ...(cursor === null ? {} : { cursor }) }, reading(call)),
      { memories: [], next_cursor: null },
    );
    memories.push(...page.memories);
    cursor = page.next_cursor;
  } while (cursor !== null && memories.length < limit);
  const receipt = { filters: { category: category ?? null, scope: namespace }, returned: memories.length, limit, more: cursor !== null, latencyMs: plugin.now() - startedAt };
  const items = memories.map((memory) => ({
    id: memory.id, text: memory.content, category: categoryOf(memory), importance: memory.importance, importance_label: importanceLabel(memory.importance),
    scope: memory.namespace, tags: memory.tags, createdAt: memory.created_at, observed_at: memory.observed_at,
  }));
  return { text: textOf(memories, { more: cursor !== null, warning }), details: { count: items.length, memories: items, receipt } };
}

function textOf(memories: readonly MemoryView[], { more, warning }: { more: boolean; warning: string | null }): string {
  const note = warning === null ? [] : [warning];
  if (memories.length === 0) return ["No memories there.", ...note].join("\n");
  const { text, shown } = fitted(memories.map((memory) => `- ${memoryLine(memory)}`), LONGEST_TEXT);
  const left = memories.length - shown;
  const rest = [...(left === 0 ? [] : [`… and ${String(left)} more that are too long to show at once: narrow by category or scope.`]), ...(more ? ["There are more: raise limit."] : [])];
  return [`${String(memories.length)} ${memories.length === 1 ? "memory" : "memories"}, newest first. ${HISTORY_NOTICE}`, text, ...rest, ...note].join("\n");
}
