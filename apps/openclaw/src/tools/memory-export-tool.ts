import { unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

import type { AnswerStream } from "@memory-cortex/client";

import { flag, optionalChoice, optionalInteger, optionalText } from "./arguments.ts";
import { writing } from "./asking.ts";
import { CATEGORIES, categoryOf, filterOf } from "./categories.ts";
import type { Category } from "./categories.ts";
import { createInFolder, exportFolderOf, nameInFolder } from "./export-folder.ts";
import { requireOwnersFiles } from "./owners-files.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const FORMATS = ["jsonl", "json"] as const;
const TIMEOUT_MS = 120_000;
const MOST = 100_000;

export const memoryExportTool: Tool = {
  name: "memory_export",
  label: "Memory Export",
  description:
    "Export memories to a file on the owner's machine (backup, moving). Use it only when the owner asks for a copy of what is remembered. Files go to one folder, under a new name; " +
    "the answer says where. Secrets are left out unless redact is false. Not available in group chats.",
  parameters: {
    type: "object",
    properties: {
      outPath: { type: "string", description: "Name of the new file. Default: memories with today's date and time." },
      format: { type: "string", enum: [...FORMATS], description: "jsonl (one memory a line, can be imported again) or json (a list). Default jsonl." },
      scope: { type: "string", description: "Drawer to export. Leave out for the usual one." },
      category: { type: "string", enum: [...CATEGORIES], description: "Only this kind." },
      limit: { type: "integer", minimum: 1, maximum: MOST, description: "How many at most, the oldest first. Default: all." },
      redact: { type: "boolean", description: "Leave secrets out. Default true." },
    },
  },
  run: exportMemories,
};

interface Wanted {
  format: (typeof FORMATS)[number];
  category: Category | undefined;
  limit: number;
}

async function exportMemories(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm, given } = call;
  requireOwnersFiles(call, "memory_export");
  const wanted: Wanted = {
    format: optionalChoice(given, "format", FORMATS) ?? (optionalText(given, "outPath")?.toLowerCase().endsWith(".json") === true ? "json" : "jsonl"),
    category: optionalChoice(given, "category", CATEGORIES),
    limit: optionalInteger(given, "limit", { least: 1, most: MOST }) ?? MOST,
  };
  const redact = flag(given, "redact", true);
  const { namespace, warning } = drawerOf(realm, optionalText(given, "scope"));
  const folder = exportFolderOf(plugin);
  const startedAt = plugin.now();
  const name = nameInFolder(folder, optionalText(given, "outPath", 4_096) ?? `memories-${stamp(startedAt)}.${wanted.format}`);
  const { type } = filterOf(wanted.category);
  const request = { user_id: realm.userId, namespace, kinds: ["memory" as const], redact, format: "jsonl" as const, ...(type === undefined ? {} : { types: [type] }) };
  // Asked first: a service that is away leaves no empty file.
  const stream = await plugin.client.exportMemory(request, writing(call, TIMEOUT_MS));
  const { handle, path } = await createInFolder(folder, name);
  const exported = await written(stream, handle, wanted).finally(() => handle.close()).catch(async (error: unknown) => {
    await unlink(path);
    throw error;
  });
  const receipt = { filters: { category: wanted.category ?? null, scope: namespace }, exported, format: wanted.format, redacted: redact, order: "createdAt,id", latencyMs: plugin.now() - startedAt };
  return {
    text: [`Exported ${exported === 1 ? "1 memory" : `${String(exported)} memories`} to ${path}${redact ? " (secrets left out)" : ""}.`, ...(warning === null ? [] : [warning])].join("\n"),
    details: { exported, path, ...(warning === null ? {} : { warning }), receipt },
  };
}

const stamp = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(":", "");

interface Line {
  kind?: unknown;
  type?: "rule" | "procedure" | "fact" | "episode" | "preference";
  tags?: string[];
}

/** Writes line by line; what is not whole is an error, because a copy that ends in the middle looks like a copy. */
async function written(stream: AnswerStream, handle: FileHandle, { format, category, limit }: Wanted): Promise<number> {
  let exported = 0;
  let ended = false;
  const write = (text: string): Promise<unknown> => handle.appendFile(text);
  if (format === "json") await write("[");
  for await (const line of stream) {
    if (line.trim() === "") continue;
    const record = JSON.parse(line) as Line;
    if (record.kind === "end") ended = true;
    if (record.kind !== "memory" || (category !== undefined && categoryOf(record) !== category)) continue;
    await write(format === "json" ? `${exported === 0 ? "" : ","}\n${line}` : `${line}\n`);
    exported += 1;
    if (exported < limit) continue;
    ended = true;
    break;
  }
  if (!ended) throw new ToolRefusal("cut_off", "The export ended before its end and was thrown away. Try again.");
  if (format === "json") await write("\n]\n");
  return exported;
}
