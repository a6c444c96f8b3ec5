import { DEDUPES } from "@memory-cortex/models/wire";
import { Argument, Option } from "commander";
import type { Command } from "commander";

import { FOREIGN_FORMATS } from "../imports/formats.ts";
import { withForeignOptions } from "../imports/import-options.ts";
import type { NativeImportOptions } from "../imports/native/run-native-import.ts";
import { newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

const NATIVE = "native";
const AUTO = "auto";

function formatLines(): string {
  const formats = [{ name: NATIVE, about: "what `cortex export` wrote, or lines like it" }, ...FOREIGN_FORMATS];
  return formats.map(({ name, about }) => `  ${name.padEnd(18)} ${about}`).join("\n");
}

async function runImport(context: CommandContext, [format, path]: [string, string], options: NativeImportOptions): Promise<void> {
  const { isNative, runNativeImport } = await import("../imports/native/run-native-import.ts");
  if (format === NATIVE || (format === AUTO && (await isNative(path)))) return runNativeImport(context, path, options);
  const { runForeignImport } = await import("../imports/run-foreign-import.ts");
  return runForeignImport(context, { format, path, options });
}

/** `cortex import`: our own lines, and what other programs keep. */
export function importCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "import",
    about: "take in an export of Memory Cortex or of another program; sending it again adds nothing",
    examples: ["cortex import native ann.jsonl --user ann", "cortex import auto ~/Downloads/chatgpt-export.zip --dry-run", "cortex import openclaw-sessions ~/.openclaw --wait"],
  });
  return withForeignOptions(withService(command))
    .addHelpText("after", `\nFormats:\n${formatLines()}`)
    .addArgument(new Argument("<format>", "what it is; auto looks at it").choices([AUTO, NATIVE, ...FOREIGN_FORMATS.map(({ name }) => name)]))
    .argument("<path>", "file or folder")
    .addOption(new Option("--dedupe <how>", "native: what counts as there already: nothing, an equal id, or an equal text too").choices([...DEDUPES]).default("id_text"))
    .action((format: string, path: string, options: NativeImportOptions) => runImport(context, [format, path], options));
}
