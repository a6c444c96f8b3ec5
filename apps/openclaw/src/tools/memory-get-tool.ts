import { readRecord } from "../runtime/read-record.ts";
import { readMemoryFile } from "../runtime/read-memory-file.ts";
import { readRecordPath } from "../runtime/record-paths.ts";
import { isOwners } from "../runtime/session-scope.ts";
import { PathNotAllowed } from "../runtime/workspace-files.ts";
import { optionalInteger, requiredText } from "./arguments.ts";
import { reading } from "./asking.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";

const MOST = 1_000_000;

export const memoryGetTool: Tool = {
  name: "memory_get",
  label: "Memory Get",
  description:
    "Read lines of MEMORY.md, USER.md or memory/*.md, or a memory_search hit, by its path. Use it after memory_search to see the words around a hit. " +
    "status=ok: the excerpt was read, nextFrom says where it goes on; status=not_found: there is no such file or memory; status=error: it could not be read, which does not mean that memory is empty.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Path of a memory file in the workspace, or of a hit (cortex/…)." },
      from: { type: "integer", minimum: 1, description: "First line. Default 1." },
      lines: { type: "integer", minimum: 1, description: "How many lines. Default 120." },
    },
    required: ["path"],
  },
  run: get,
};

async function get(call: ToolCall): Promise<ToolAnswer> {
  const { given } = call;
  const path = requiredText(given, "path", 4_096);
  const from = optionalInteger(given, "from", { least: 1, most: MOST });
  const lines = optionalInteger(given, "lines", { least: 1, most: MOST });
  const details = await excerpt(call, { path, from, lines });
  return { text: JSON.stringify(details, null, 2), details };
}

async function excerpt(call: ToolCall, place: { path: string; from: number | undefined; lines: number | undefined }): Promise<Record<string, unknown>> {
  const { plugin, realm, context } = call;
  const { path } = place;
  const record = readRecordPath(path);
  if (record !== null) return { ...(await readRecord(plugin.client, { record, realm, ...place }, reading(call))) };
  // The files are the owner's: in a group, or for somebody else, they are not there.
  if (!isOwners(realm)) return { status: "not_found", path, text: "", note: "Memory files are read only in the owner's own conversations." };
  if (context.workspaceDir === undefined) return { status: "error", path, text: "", code: "MEMORY_READ_FAILED", error: "The host named no workspace." };
  try {
    return { ...(await readMemoryFile({ workspace: context.workspaceDir, ...place, path: path.replace(/#L\d+(-L\d+)?$/i, "") })) };
  } catch (error) {
    if (error instanceof PathNotAllowed) return { status: "error", path, text: "", code: error.code, error: "Only MEMORY.md, USER.md and Markdown files under memory/ of this workspace can be read." };
    plugin.log.warn(`memory-cortex: a memory file could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return { status: "error", path, text: "", code: "MEMORY_READ_FAILED", error: "The file could not be read." };
  }
}
