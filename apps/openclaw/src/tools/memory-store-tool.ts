import { optionalChoice, optionalNumber, optionalText, optionalTexts, requiredText } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { writing } from "./asking.ts";
import { CATEGORIES, kindOf } from "./categories.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { oneLine } from "./tool-lines.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const LONGEST = 20_000;
/** Marks by which a person says that something must not be kept. */
const NOT_TO_KEEP = /\[(NOMEM|PRIVATE|SECRET)\]|<\/?private>/i;

export const memoryStoreTool: Tool = {
  name: "memory_store",
  label: "Memory Store",
  description:
    "Store a fact, preference, decision or rule for later conversations. Use it when the user asks you to remember something, corrects what you remember, or tells what will matter again: " +
    "a preference, a decision with its reason, a name, a date, a way of doing things. One statement a call, complete in itself (who, what, when), in the user's language. " +
    "Conversations are remembered by themselves: do not store small talk, what was just recalled, passwords or keys.",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string", description: "The statement, understandable without this conversation." },
      importance: { type: "number", minimum: 0, maximum: 1, description: "How much it matters: .8 and more must be remembered. Default .7." },
      category: { type: "string", enum: [...CATEGORIES], description: "What kind of statement it is. Default fact." },
      scope: { type: "string", description: "Drawer to put it in, such as a project's name. Leave out for the usual one." },
      tags: { type: "array", items: { type: "string" }, description: "Words to find it by." },
      supersedes: { type: "string", description: "Id of the memory that this one replaces." },
    },
    required: ["text"],
  },
  run: store,
};

/** Older plugins count from 1 to 10. */
function importanceOf(given: Arguments): number {
  const told = optionalNumber(given, "importance", { least: 0, most: 10 }) ?? 0.7;
  return told > 1 ? told / 10 : told;
}

async function store(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm, given } = call;
  const content = optionalText(given, "text", LONGEST) ?? requiredText(given, "content", LONGEST);
  if (NOT_TO_KEEP.test(content)) throw new ToolRefusal("marked_private", "This is marked as private, so it was not stored.");
  const kind = kindOf(optionalChoice(given, "category", CATEGORIES), realm.trusted);
  const { namespace, warning } = drawerOf(realm, optionalText(given, "scope"));
  const supersedes = optionalText(given, "supersedes", 64);
  const startedAt = plugin.now();
  const request = {
    content, user_id: realm.userId, namespace, type: kind.type, importance: importanceOf(given), source: "memory_store",
    tags: [...new Set([...kind.tags, ...(optionalTexts(given, "tags") ?? [])])],
    ...(realm.project === undefined ? {} : { project: realm.project }),
    ...(supersedes === undefined ? {} : { supersedes }),
  };
  const { id, outcome, of } = await plugin.client.remember(request, writing(call));
  const notes = [
    ...(warning === null ? [] : [warning]),
    ...(kind.lowered ? ["It was kept as a fact: only the owner can set rules and procedures."] : []),
  ];
  const details = { action: outcome, id, ...(of === undefined ? {} : { of, existingId: of }), scope: namespace, type: kind.type, receipt: { latencyMs: plugin.now() - startedAt }, ...(notes.length === 0 ? {} : { warning: notes.join(" ") }) };
  return { text: [textOf(outcome, { content, id, of }), ...notes].join("\n"), details };
}

function textOf(outcome: string, { content, id, of }: { content: string; id: string; of: string | undefined }): string {
  const quoted = `"${oneLine(content, 200)}"`;
  switch (outcome) {
    case "duplicate":
      return `Already remembered: ${quoted} (id ${of ?? id}).`;
    case "reinforced":
      return `Already remembered in other words; it now counts for more: ${quoted} (id ${of ?? id}).`;
    case "superseded":
      return `Stored: ${quoted} (id ${id}). It replaces ${of === undefined ? "what was known" : `memory ${of}`}.`;
    case "conflict":
      return `Stored: ${quoted} (id ${id}). It contradicts ${of === undefined ? "another memory" : `memory ${of}`}: ask the user which is right, then store that one with supersedes.`;
    default:
      return `Stored: ${quoted} (id ${id}).`;
  }
}
