import { open, stat } from "node:fs/promises";

import type { ImportRequest } from "@memory-cortex/client";
import { EXPORT_FORMAT } from "@memory-cortex/models/wire";
import type { ImportResponse } from "@memory-cortex/models";

import { findService } from "../../client/find-service.ts";
import type { FoundService } from "../../client/find-service.ts";
import { answer } from "../../commands/command-context.ts";
import type { CommandContext } from "../../commands/command-context.ts";
import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import { formatBytes, plural } from "../../terminal/format.ts";
import { progressBar } from "../../terminal/progress.ts";
import type { ForeignImportOptions } from "../import-options.ts";
import { sendNative } from "./send-native.ts";

export interface NativeImportOptions extends ForeignImportOptions {
  dedupe: ImportRequest["dedupe"];
}

const HEAD_BYTES = 4_096;
const WAIT_MS = 600_000;

function unreadable(path: string, error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new Problem(`${path} is not there.`, { code: "file_missing", fix: "Check the name of the file.", cause: error });
  return new Problem(`${path} cannot be read${code === "" ? "" : ` (${code})`}.`, { code: "file_unreadable", fix: "Name a file with one JSON object a line.", cause: error });
}

/** Whether a file begins as an export of ours does. */
export async function isNative(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).split("\n");
    return first.includes(`"${EXPORT_FORMAT}"`);
  } catch {
    // A folder.
    return false;
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw unreadable(path, error);
  }
  throw unreadable(path, null);
}

function linesOf({ dry_run: dryRun, memories, turns }: ImportResponse): string[] {
  const counts = { "known already": memories.duplicate + turns.duplicate, "forgotten before": memories.forgotten + turns.forgotten, "not worth keeping": turns.ignored };
  const left = Object.entries(counts).filter(([, count]) => count > 0).map(([why, count]) => `${count.toLocaleString("en-GB")} ${why}`);
  const done = `${dryRun ? "Would import" : "Imported"} ${plural(memories.imported, "memory", "memories")} and ${plural(turns.imported, "turn")}`;
  return [`${done}${left.length === 0 ? "" : `; left out: ${left.join(", ")}`}.`];
}

async function flush({ client, userId }: FoundService): Promise<boolean> {
  const { done } = await client.flush({ user_id: userId, timeout_ms: WAIT_MS });
  return done;
}

/** `cortex import native`: what `cortex export` wrote. */
export async function runNativeImport(context: CommandContext, path: string, options: NativeImportOptions): Promise<void> {
  const found = findService(options);
  const size = await sizeOf(path);
  const progress = progressBar(context.terminal, "Importing", formatBytes);
  const fields = { dedupe: options.dedupe, ...(options.namespace === undefined ? {} : { namespace: options.namespace }) };
  const onBytes = (done: number, total: number): void => progress.update(done, total);
  const report = await sendNative({ found, path, size, fields, dryRun: options.dryRun === true, onBytes }).finally(() => progress.end());
  const isDone = options.wait === true && !report.dry_run ? await flush(found) : null;
  answer(context.terminal, options.json, { value: { ...report, ...(isDone === null ? {} : { flushed: isDone }) }, lines: () => linesOf(report) });
  context.end(isDone === false ? EXIT.partial : EXIT.ok);
}
