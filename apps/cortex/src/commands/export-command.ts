import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

import { CortexClientError } from "@memory-cortex/client";
import type { ExportRequest } from "@memory-cortex/client";
import { MEMORY_TYPES } from "@memory-cortex/models";
import { EXPORT_FORMATS, EXPORT_KINDS } from "@memory-cortex/models/wire";
import { Option } from "commander";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { formatBytes } from "../terminal/format.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { listOption } from "./integer-option.ts";

interface ExportOptions extends ServiceOptions {
  json?: boolean;
  format: ExportRequest["format"];
  namespaces?: string[];
  kinds?: ExportRequest["kinds"];
  types?: ExportRequest["types"];
  session?: string;
  source?: string;
  project?: string;
  current?: boolean;
  redact: boolean;
}

const requestOf = (userId: string, options: ExportOptions): ExportRequest => ({
  user_id: userId, format: options.format, namespaces: options.namespaces, kinds: options.kinds, types: options.types, session_id: options.session, source: options.source, project: options.project,
  include_history: options.current !== true, redact: options.redact,
});

/** A whole file or none: what was there stays until the new one is complete. Gives its bytes. */
async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${path}.partial`;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      yield piece;
    }
  }
  try {
    await pipeline(counted(), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    if (CortexClientError.isInstance(error) || !(error instanceof Error && "code" in error)) throw error;
    throw new Problem(`${path} cannot be written (${String(error.code)}).`, { code: "file_unwritable", fix: "Name another file.", cause: error });
  }
  return bytes;
}

/** Line by line, as they come. */
async function sayLines(context: CommandContext, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) context.terminal.say(line);
  }
  if (rest !== "") context.terminal.say(rest);
}

async function runExport(context: CommandContext, path: string | undefined, options: ExportOptions): Promise<void> {
  const { client, userId } = findService(options);
  const pieces = (await client.exportMemory(requestOf(userId, options))).bytes();
  if (path === undefined) await sayLines(context, pieces);
  else {
    const bytes = await writeWhole(path, pieces);
    answer(context.terminal, options.json, {
      value: { file: path, bytes, format: options.format, user_id: userId },
      lines: () => [`${context.terminal.colours.green("Exported")} ${formatBytes(bytes)} of ${userId} to ${path}`],
    });
  }
  context.end(EXIT.ok);
}

/** `cortex export`: memories and turns of a user as lines, without secrets. */
export function exportCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "export",
    about: "write what is remembered as JSON Lines, JSON or CSV, without secrets; `cortex import native` reads the first",
    examples: ["cortex export ann.jsonl --user ann", "cortex export --kinds memory --types rule,preference", "cortex export table.csv --format csv --current"],
  });
  return withService(command)
    .argument("[file]", "where to; standard output by default")
    .addOption(new Option("--format <format>", "how it is written; only JSON Lines can be imported again").choices([...EXPORT_FORMATS]).default("jsonl"))
    .option("--namespaces <names>", "only these, separated by commas; all by default", listOption)
    .option("--kinds <kinds>", `only these of ${EXPORT_KINDS.join(", ")}`, listOption)
    .option("--types <types>", `only memories of these types: ${MEMORY_TYPES.join(", ")}`, listOption)
    .option("--session <id>", "only of this session")
    .option("--source <name>", "only memories of this source and conversations of this channel")
    .option("--project <name>", "only of this project")
    .option("--current", "without memories that have ended")
    .option("--no-redact", "leave secrets in; needs the role admin")
    .action((path: string | undefined, options: ExportOptions) => runExport(context, path, options));
}
