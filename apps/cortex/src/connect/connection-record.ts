import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { Problem } from "../problem.ts";
import type { Format } from "./document-text.ts";
import type { Undo } from "./edits.ts";
import { writeWholeFile } from "./write-whole-file.ts";

/** One file of a connection: how it was, and how to take back what we did to it. */
export interface ConnectedFile {
  path: string;
  format: Format;
  /** File of the record's folder that holds the bytes from before; null when there was no file. */
  backup: string | null;
  /** SHA-256 of the bytes that we wrote. */
  wrote: string;
  undo: Undo[];
  /** Outermost folder that was made for the file. */
  madeFolder: string | null;
}

/** What was done to connect a host. */
export interface Connection {
  version: 1;
  connection: string;
  /** ISO 8601, UTC. */
  made_at: string;
  files: ConnectedFile[];
}

export const digestOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

const NAME = /^[a-z0-9][a-z0-9@._-]*$/;

/** Folder of the record and the backups, in the data folder. */
export function connectionFolder(home: string, connection: string): string {
  if (!NAME.test(connection)) throw new Problem(`"${connection}" is no name of a connection.`);
  return join(home, "connections", connection);
}

/** Null when nothing is recorded. Throws `connection_damaged`. */
export async function readConnection(home: string, connection: string): Promise<Connection | null> {
  const file = join(connectionFolder(home, connection), "record.json");
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return null;
  }
  try {
    const record = JSON.parse(text) as Partial<Connection>;
    if (record.version === 1 && Array.isArray(record.files)) return record as Connection;
  } catch {
    // told below
  }
  throw new Problem(`${file} is damaged.`, { code: "connection_damaged", fix: "Take our keys out of the host's configuration by hand (the backup lies beside the record), then delete the folder of the record." });
}

export interface Backup {
  name: string;
  content: Buffer;
}

/** Backups first, then the record that names them: a record never points to nothing. Backups that it no longer names go. */
export async function writeConnection(home: string, record: Connection, backups: readonly Backup[]): Promise<void> {
  const folder = connectionFolder(home, record.connection);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name, content } of backups) await writeWholeFile(join(folder, name), content);
  await writeWholeFile(join(folder, "record.json"), Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
  const named = new Set(["record.json", ...record.files.map(({ backup }) => backup)]);
  for (const name of await readdir(folder)) if (!named.has(name)) await rm(join(folder, name), { force: true });
}

export async function readBackup(home: string, connection: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(connectionFolder(home, connection), name));
  } catch (cause) {
    throw new Problem(`The backup ${join(connectionFolder(home, connection), name)} is gone.`, { code: "connection_damaged", fix: "Take our keys out of the host's configuration by hand.", cause });
  }
}

export const removeConnection = (home: string, connection: string): Promise<void> => rm(connectionFolder(home, connection), { recursive: true, force: true });
