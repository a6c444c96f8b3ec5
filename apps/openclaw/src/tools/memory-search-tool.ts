import { searchMemory } from "../runtime/search-memory.ts";
import type { Source } from "../runtime/search-memory.ts";
import { isOwners } from "../runtime/session-scope.ts";
import type { WorkspaceIndex } from "../runtime/workspace-index.ts";
import { optionalChoice, optionalInteger, optionalNumber, requiredText } from "./arguments.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { HISTORY_NOTICE } from "./tool-lines.ts";

const CORPORA = ["memory", "sessions", "all", "wiki"] as const;
const SOURCES: Record<(typeof CORPORA)[number], readonly Source[]> = { memory: ["memory"], sessions: ["sessions"], all: ["memory", "sessions"], wiki: [] };
const TIMEOUT_MS = 5_000;

/** Snippets with their places, as the host's own tool of this name gives them. */
export function memorySearchTool(index: WorkspaceIndex): Tool {
  return {
    name: "memory_search",
    label: "Memory Search",
    description:
      "Search memory files (MEMORY.md, USER.md, memory/*.md), memories and past conversations. Use it before answering anything about prior work, decisions, dates, people, preferences or todos, " +
      "when you want the exact words and where they stand; then read more with memory_get. corpus=memory leaves conversations out, corpus=sessions searches them alone. " +
      "If the answer has a warning, results are partial: tell the user.",
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for." },
        maxResults: { type: "integer", minimum: 1, maximum: 50, description: "How many at most. Default 6." },
        minScore: { type: "number", minimum: 0, maximum: 1, description: "Leaves out hits below it. Default 0: what does not fit is left out anyway." },
        corpus: { type: "string", enum: [...CORPORA], description: "What to search. Default all." },
      },
      required: ["query"],
    },
    run: (call) => search(call, index),
  };
}

async function search(call: ToolCall, index: WorkspaceIndex): Promise<ToolAnswer> {
  const { plugin, realm, context, given, signal } = call;
  const query = requiredText(given, "query");
  const corpus = optionalChoice(given, "corpus", CORPORA) ?? "all";
  if (corpus === "wiki") return unavailableWiki();
  const startedAt = plugin.now();
  const found = await searchMemory(plugin, index, {
    query, realm, signal, sources: SOURCES[corpus], timeoutMs: TIMEOUT_MS,
    workspace: isOwners(realm) ? (context.workspaceDir ?? null) : null,
    maxResults: optionalInteger(given, "maxResults", { least: 1, most: 50 }) ?? 6,
    minScore: optionalNumber(given, "minScore", { least: 0, most: 1 }) ?? 0,
  });
  const warning = found.warnings.join(" ");
  const details = {
    results: found.hits.map((hit) => ({ ...hit, corpus: hit.source })), provider: "memory-cortex", mode: "hybrid", citations: "auto", notice: HISTORY_NOTICE,
    ...(warning === "" ? {} : { warning, partial: true }),
    ...(found.serviceAnswered || found.hits.length > 0 ? {} : { disabled: true, unavailable: true, action: "Answer without memory and tell the user. `openclaw cortex doctor` says what is wrong." }),
    debug: { backend: "memory-cortex", receiptId: found.receiptId, hits: found.hits.length, searchMs: plugin.now() - startedAt },
  };
  return { text: JSON.stringify(details, null, 2), details };
}

function unavailableWiki(): ToolAnswer {
  const details = { results: [], corpora: [{ corpus: "wiki", outcome: "not-registered" }], warning: "This memory has no wiki: use wiki_search where it is offered." };
  return { text: JSON.stringify(details, null, 2), details };
}
