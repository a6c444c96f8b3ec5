import type { Answer, MemoryView } from "@memory-cortex/client";

import { flag, optionalText } from "./arguments.ts";
import { orEmpty, orNull, reading, writing } from "./asking.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { dayOf, fitted, HISTORY_NOTICE, oneLine } from "./tool-lines.ts";
import { ToolRefusal } from "./tool-refusal.ts";

type ForgetAnswer = Answer<"forget">;

const MOST_CANDIDATES = 10;
const NOTHING: ForgetAnswer = { dry_run: true, memories: 0, turns: 0, sessions: 0, items: [], more: false, not_found: [], candidates: [] };

export const memoryForgetTool: Tool = {
  name: "memory_forget",
  label: "Memory Forget",
  description:
    "Forget (erase for good) a memory by its id, or find it by words. Use it only when the user asks to forget or delete something that is remembered; to correct a memory, " +
    "use memory_store with supersedes instead. With memoryId it is erased at once. With query, exactly one match is erased; several are listed with their ids, so that you can ask which is meant.",
  parameters: {
    type: "object",
    properties: {
      memoryId: { type: "string", description: "Id of a memory, as memory_recall and memory_list tell it." },
      query: { type: "string", description: "Words of the memory; all of them must occur in it." },
      withSource: { type: "boolean", description: "Erase the messages that the memory was drawn from as well, so that they are not recalled either. Default true." },
      scope: { type: "string", description: "Drawer that it lies in. Leave out for the usual one." },
    },
  },
  run: forget,
};

async function forget(call: ToolCall): Promise<ToolAnswer> {
  const id = optionalText(call.given, "memoryId", 64) ?? optionalText(call.given, "id", 64);
  if (id !== undefined) return forgetOne(call, id);
  const query = optionalText(call.given, "query");
  if (query === undefined) throw new ToolRefusal("missing_param", "Provide memoryId or query. Nothing was forgotten.");
  return forgetByWords(call, query);
}

/** Whose and where, as each request names it. */
const placeOf = (call: ToolCall): { user_id: string; namespace: string } => ({
  user_id: call.realm.userId,
  namespace: drawerOf(call.realm, optionalText(call.given, "scope")).namespace,
});

async function forgetOne(call: ToolCall, id: string): Promise<ToolAnswer> {
  const { plugin } = call;
  const place = placeOf(call);
  const memory = await orNull(plugin.client.getMemory({ ...place, id }, reading(call)));
  const ids = [id, ...(memory !== null && flag(call.given, "withSource", true) ? memory.provenance : [])];
  const done = await orEmpty(plugin.client.forget({ ...place, ids, dry_run: false }, writing(call)), { ...NOTHING, not_found: [id] });
  if (done.not_found.includes(id)) return { text: `There is no memory with the id ${oneLine(id, 64)}.`, details: { action: "not_found", found: 0, id } };
  return { text: `Forgotten: ${countsOf(done)}.`, details: { action: "deleted", id, ids, memories: done.memories, messages: done.turns } };
}

function countsOf({ memories, turns }: Pick<ForgetAnswer, "memories" | "turns">): string {
  const parts = [
    ...(memories === 0 ? [] : [memories === 1 ? "1 memory" : `${String(memories)} memories`]),
    ...(turns === 0 ? [] : [turns === 1 ? "1 message" : `${String(turns)} messages`]),
  ];
  return parts.length === 0 ? "nothing" : parts.join(" and ");
}

interface Candidate {
  id: string;
  kind: string;
  text: string;
  observedAt: string | null;
}

async function forgetByWords(call: ToolCall, query: string): Promise<ToolAnswer> {
  const found = await orEmpty(call.plugin.client.forget({ ...placeOf(call), query, dry_run: true }, reading(call)), NOTHING);
  const exact = found.items.map(({ id, kind, text, observed_at }): Candidate => ({ id, kind, text: text ?? "", observedAt: observed_at }));
  const one = await onlyOne(call, exact);
  if (one !== null && !found.more) return forgetOne(call, one);
  const near = found.candidates.map(({ id, kind, text }): Candidate => ({ id, kind, text, observedAt: null }));
  const candidates = [...exact, ...near.filter(({ id }) => !exact.some((other) => other.id === id))].slice(0, MOST_CANDIDATES);
  if (candidates.length === 0) return { text: "No matching memories found. Nothing was forgotten.", details: { action: "candidates", found: 0, candidates: [] } };
  const lines = candidates.map(({ id, kind, text, observedAt }) => `- [${kind === "turn" ? "said" : kind}] ${oneLine(text, 200)}${observedAt === null ? "" : ` (${dayOf(observedAt)})`}; id ${id}`);
  return {
    text: `Found ${String(candidates.length)} candidates, nothing was forgotten yet. Call again with the memoryId that is meant; ask the user when that is unclear. ${HISTORY_NOTICE}\n${fitted(lines, 6_000).text}`,
    details: { action: "candidates", found: candidates.length, candidates },
  };
}

/** The only memory among what was found, when the rest are the messages it was drawn from; or the only message. */
async function onlyOne(call: ToolCall, exact: readonly Candidate[]): Promise<string | null> {
  const memories = exact.filter(({ kind }) => kind === "memory");
  if (memories.length > 1 || exact.length === 0) return null;
  const [memory] = memories;
  if (memory === undefined) return exact.length === 1 ? exact[0]!.id : null;
  if (exact.length === 1) return memory.id;
  const whole: MemoryView | null = await orNull(call.plugin.client.getMemory({ ...placeOf(call), id: memory.id }, reading(call)));
  const sources = new Set(whole?.provenance ?? []);
  return exact.every(({ id, kind }) => kind === "memory" || sources.has(id)) ? memory.id : null;
}
