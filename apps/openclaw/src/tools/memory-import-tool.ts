import { flag, optionalChoice, optionalInteger, optionalText, requiredText } from "./arguments.ts";
import { writing } from "./asking.ts";
import { exportFolderOf, nameInFolder, openInFolder } from "./export-folder.ts";
import { linesToImport } from "./lines-to-import.ts";
import { requireOwnersFiles } from "./owners-files.ts";
import { drawerOf } from "./scope.ts";
import type { Tool, ToolAnswer, ToolCall } from "./tool.ts";

const DEDUPES = ["none", "id", "id_text"] as const;
const FORMATS = ["jsonl", "json"] as const;
const MOST_BYTES = 64 * 1_048_576;
const TIMEOUT_MS = 300_000;
const MOST = 1_000_000;

export const memoryImportTool: Tool = {
  name: "memory_import",
  label: "Memory Import",
  description:
    "Import memories from a file that memory_export wrote, or of the same form. Use it only when the owner asks for it; run it with dryRun first and say what would come. " +
    "The file must lie in the export folder. What is there already is not doubled, what was forgotten does not come back. Not available in group chats.",
  parameters: {
    type: "object",
    properties: {
      inPath: { type: "string", description: "Name of the file in the export folder." },
      format: { type: "string", enum: [...FORMATS], description: "Default: by the file's name." },
      dedupe: { type: "string", enum: [...DEDUPES], description: "What counts as there already: the same id, or the same id or text. Default id_text." },
      dryRun: { type: "boolean", description: "Only check and count. Default false." },
      validateOnly: { type: "boolean", description: "The same as dryRun." },
      scope: { type: "string", description: "Drawer for memories that name none." },
      limit: { type: "integer", minimum: 1, maximum: MOST, description: "How many at most, from the beginning. Default: all." },
    },
    required: ["inPath"],
  },
  run: importMemories,
};

async function importMemories(call: ToolCall): Promise<ToolAnswer> {
  const { plugin, realm, given } = call;
  requireOwnersFiles(call, "memory_import");
  const folder = exportFolderOf(plugin);
  const name = nameInFolder(folder, requiredText(given, "inPath", 4_096));
  const dedupe = optionalChoice(given, "dedupe", DEDUPES) ?? "id_text";
  const dryRun = flag(given, "dryRun") || flag(given, "validateOnly");
  const limit = optionalInteger(given, "limit", { least: 1, most: MOST }) ?? MOST;
  const { namespace, warning } = drawerOf(realm, optionalText(given, "scope"));
  const format = optionalChoice(given, "format", FORMATS) ?? (name.toLowerCase().endsWith(".json") ? "json" : "jsonl");
  const startedAt = plugin.now();
  const { handle } = await openInFolder(folder, { name, mostBytes: MOST_BYTES });
  const text = await handle.readFile("utf8").finally(() => handle.close());
  // Where each agent or workspace has a drawer, a file must not write into another's.
  const forced = namespace !== realm.namespace || realm.namespace.includes("/");
  const lines = linesToImport(text, { format, limit, userId: realm.userId, namespace: forced ? namespace : null });
  const done = await plugin.client.importMemory({ user_id: realm.userId, namespace, dedupe, dry_run: dryRun, lines }, writing(call, TIMEOUT_MS));
  const { imported, duplicate, forgotten } = done.memories;
  const counts = `${String(imported)} ${dryRun ? "would be imported" : "imported"}, ${String(duplicate)} there already, ${String(forgotten)} forgotten before and left out`;
  const receipt = { read: lines.length, dedupe, dryRun, format, scope: namespace, latencyMs: plugin.now() - startedAt };
  return {
    text: [`${dryRun ? "Checked" : "Imported"} ${name}: ${counts}.`, ...(warning === null ? [] : [warning])].join("\n"),
    details: { ...done, imported, skipped: duplicate + forgotten, ...(warning === null ? {} : { warning }), receipt },
  };
}
