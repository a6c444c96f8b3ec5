import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

import type { z } from "zod";

import { Problem } from "../problem.ts";
import { anyHeader, BACKUP_VERSION, backupHeader, backupLine } from "./backup-lines.ts";
import type { BackupHeader, BackupLine } from "./backup-lines.ts";

/** A line behind the header, with its number from 1. */
export interface NumberedLine {
  number: number;
  line: BackupLine;
}

export function damaged(where: string, what: string, cause?: unknown): Problem {
  return new Problem(`The backup is damaged at ${where}: ${what}`, { code: "backup_invalid", fix: "Take another copy of the file, or an earlier backup. Nothing of it was restored as whole.", cause });
}

/** Not with `readline`, which takes other characters for ends of lines too. */
async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  const parts: string[] = [];
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) {
      const pieces = decoder.write(chunk as Buffer).split("\n");
      for (const piece of pieces.slice(0, -1)) yield [...parts.splice(0), piece].join("");
      parts.push(pieces.at(-1)!);
    }
  } finally {
    source.destroy();
  }
  const rest = parts.join("") + decoder.end();
  if (rest !== "") yield rest;
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string, number: number): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(`line ${number}`, "it is not JSON", error);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(`line ${number}`, `${issue!.path.join(".") || "it"}: ${issue!.message}`);
}

function parseHeader(text: string): BackupHeader {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const found = anyHeader.safeParse(value);
  if (!found.success) throw new Problem("The file is no backup of Memory Cortex", { code: "backup_invalid", fix: "Name a file that `cortex backup` made." });
  if (found.data.version !== BACKUP_VERSION) {
    throw new Problem(`The backup has the format version ${found.data.version}; this program reads ${BACKUP_VERSION}`, { code: "backup_version", fix: "Install the version of the program that made it." });
  }
  return parse(backupHeader, text, 1);
}

function asProblem(error: unknown, path: string, number: number): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "ENOENT") return new Problem(`${path} is not there`, { code: "file_missing", fix: "Check the name of the file." });
  if (code.startsWith("Z_")) return number === 0 ? new Problem("The file is no backup of Memory Cortex", { code: "backup_invalid", fix: "Name a file that `cortex backup` made." }) : damaged(`line ${number + 1}`, "the compressed data ends too early, or was changed", error);
  return error;
}

/** The header and then the lines of a backup, each checked; throws a problem that names the line. */
export async function* readBackup(path: string, onHeader: (header: BackupHeader) => void): AsyncGenerator<NumberedLine> {
  let number = 0;
  try {
    for await (const text of textLines(path)) {
      number += 1;
      if (number === 1) onHeader(parseHeader(text));
      else yield { number, line: parse(backupLine, text, number) };
    }
  } catch (error) {
    throw asProblem(error, path, number);
  }
  if (number === 0) throw damaged("line 1", "the file is empty");
}
