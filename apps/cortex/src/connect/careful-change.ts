import { basename } from "node:path";

import { Problem } from "../problem.ts";
import { connectionFolder, digestOf, readBackup, readConnection, removeConnection, writeConnection } from "./connection-record.ts";
import type { Backup, ConnectedFile, Connection } from "./connection-record.ts";
import { decodeText, encodeText } from "./decode-text.ts";
import { editDocument, openDocument } from "./document-text.ts";
import type { Format } from "./document-text.ts";
import { resolveEdits } from "./edits.ts";
import type { Edit, Kept } from "./edits.ts";
import { showDiff } from "./show-diff.ts";
import { undoEdits } from "./undo-edits.ts";
import { readIfThere, removeFile, writeWholeFile } from "./write-whole-file.ts";

export type { Connection } from "./connection-record.ts";
export { readConnection } from "./connection-record.ts";
export type { Edit, JsonValue, Kept, Path } from "./edits.ts";

/** What is wanted of one file. */
export interface FileEdits {
  path: string;
  format: Format;
  edits: readonly Edit[];
}

export interface PlannedFile {
  path: string;
  isNew: boolean;
  isChange: boolean;
  /** Unified, without a header; secrets are masked. */
  diff: string[];
  /** As it is; null when there is no file. */
  now: Buffer | null;
  /** Null: the file was made by us, is not wanted any more, and goes. */
  after: Buffer | null;
  /** What goes on record; null when nothing of ours is in it. */
  entry: Omit<ConnectedFile, "madeFolder"> | null;
  /** As it would be without us, for the backup; null when there was no file. */
  before: Buffer | null;
}

/** A change that is worked out and not made yet. */
export interface PlannedChange {
  home: string;
  connection: string;
  isChange: boolean;
  files: PlannedFile[];
}

export interface RestoredFile {
  path: string;
  /** "exact": the bytes from before. "keys": the file was changed since, so only our keys go. "gone": there is no file any more. */
  how: "exact" | "keys" | "gone";
  isChange: boolean;
  diff: string[];
  /** Keys of ours that stay, as somebody changed them since. */
  kept: Kept[];
  now: Buffer | null;
  /** Null: the file was made by us and goes. */
  after: Buffer | null;
  madeFolder: string | null;
}

export interface PlannedRestore {
  home: string;
  connection: string;
  isChange: boolean;
  files: RestoredFile[];
}

/** Where the record of a connection is kept: below `home`, the data folder. */
export interface ConnectionPlace {
  home: string;
  connection: string;
}

const same = (one: Buffer | null, other: Buffer | null): boolean => (one === null || other === null ? one === other : one.equals(other));
const textOf = (content: Buffer | null, path: string): string => (content === null ? "" : decodeText(content, path).text);

/**
 * Works out what has to change in configuration files of others, and writes nothing. What was connected before is taken back first, so that
 * connecting again changes only what has to change, and the way back leads to where it was before the first time.
 * Throws `config_unreadable`, `connection_damaged`.
 */
export async function planChange({ home, connection, files }: ConnectionPlace & { files: readonly FileEdits[] }): Promise<PlannedChange> {
  const record = await readConnection(home, connection);
  const wanted = new Map(files.map((file) => [file.path, file]));
  // A file of the record that is not wanted any more is taken back.
  for (const { path, format } of record?.files ?? []) if (!wanted.has(path)) wanted.set(path, { path, format, edits: [] });
  const planned: PlannedFile[] = [];
  for (const file of wanted.values()) planned.push(await planFile({ home, connection }, file, record?.files.find(({ path }) => path === file.path) ?? null));
  return { home, connection, files: planned, isChange: planned.some(({ isChange }) => isChange) };
}

async function planFile(place: ConnectionPlace, { path, format, edits }: FileEdits, known: ConnectedFile | null): Promise<PlannedFile> {
  const now = await readIfThere(path);
  const current = openDocument(textOf(now, path), format, path);
  if (now !== null && edits.length > 0 && resolveEdits(current.value, edits).operations.length === 0) {
    return { path, isNew: false, isChange: false, diff: [], now, after: now, entry: known, before: known?.backup == null ? null : await readBackup(place.home, place.connection, known.backup) };
  }
  const before = known === null ? now : (await planFileRestore(place, known)).after;
  const base = openDocument(textOf(before, path), format, path);
  const { operations, undo } = resolveEdits(base.value, edits);
  const after = operations.length === 0 ? before : encodeText(editDocument(base, operations, path), before, path);
  const backup = before === null ? null : `${basename(path)}.${digestOf(before).slice(0, 12)}.before`;
  const entry = undo.length === 0 || after === null ? null : { path, format, backup, wrote: digestOf(after), undo };
  return { path, isNew: now === null, isChange: !same(now, after), diff: showDiff(current.text, textOf(after, path)), now, after, entry, before };
}

/** Nobody may have written the file between showing the change and making it. */
async function requireUnchanged({ path, now }: { path: string; now: Buffer | null }): Promise<void> {
  if (same(await readIfThere(path), now)) return;
  throw new Problem(`${path} was changed by somebody else just now.`, { code: "config_changed_meanwhile", fix: "Run the command again; close the program that writes the file if it happens once more." });
}

/**
 * Makes a planned change: backups and the record of how to take it back first, then each file whole, then it is read again. When one file
 * cannot be written, those before it are set back. Throws `config_changed_meanwhile`, `config_unwritable`; then nothing is changed.
 */
export async function applyChange({ home, connection, files }: PlannedChange, { now }: { now: Date }): Promise<void> {
  for (const file of files) await requireUnchanged(file);
  const earlier = await readConnection(home, connection);
  const known = new Map(earlier?.files.map((file) => [file.path, file]));
  const entries = files.flatMap(({ entry }): ConnectedFile[] => (entry === null ? [] : [{ ...entry, madeFolder: known.get(entry.path)?.madeFolder ?? null }]));
  const backups = files.flatMap(({ entry, before }): Backup[] => (entry?.backup == null || before === null ? [] : [{ name: entry.backup, content: before }]));
  const record: Connection = { version: 1, connection, made_at: now.toISOString(), files: entries };
  await writeConnection(home, record, [...backups, ...(await keptBackups(home, earlier))]);
  const written: PlannedFile[] = [];
  try {
    for (const file of files.filter(({ isChange }) => isChange)) {
      written.push(file);
      const made = file.after === null ? await removeFile(file.path, known.get(file.path)?.madeFolder ?? null) : await writeWholeFile(file.path, file.after);
      const entry = entries.find(({ path }) => path === file.path);
      if (entry !== undefined) entry.madeFolder ??= made;
      if (!same(await readIfThere(file.path), file.after)) throw new Problem(`${file.path} does not hold what was written.`, { code: "config_unwritable", fix: "Another program writes it; close that, then try again." });
    }
  } catch (error) {
    for (const { path, now: content } of written) {
      if (content === null) await removeFile(path, null);
      else await writeWholeFile(path, content);
    }
    await (earlier === null ? removeConnection(home, connection) : writeConnection(home, earlier, []));
    throw error;
  }
  await (entries.length === 0 ? removeConnection(home, connection) : writeConnection(home, record, []));
}

/** Until the change is made, the earlier record may still be needed, with its backups. */
async function keptBackups(home: string, earlier: Connection | null): Promise<Backup[]> {
  const names = earlier?.files.flatMap(({ backup }) => (backup === null ? [] : [backup])) ?? [];
  return Promise.all(names.map(async (name) => ({ name, content: await readBackup(home, earlier!.connection, name) })));
}

/** Works out the way back, and writes nothing. Null: nothing of this connection is recorded. Throws `config_unreadable`, `connection_damaged`. */
export async function planRestore({ home, connection }: ConnectionPlace): Promise<PlannedRestore | null> {
  const record = await readConnection(home, connection);
  if (record === null) return null;
  const files: RestoredFile[] = [];
  for (const file of record.files) files.push(await planFileRestore({ home, connection }, file));
  return { home, connection, files, isChange: files.some(({ isChange }) => isChange) };
}

async function planFileRestore({ home, connection }: ConnectionPlace, { path, format, backup, wrote, undo, madeFolder }: ConnectedFile): Promise<RestoredFile> {
  const now = await readIfThere(path);
  if (now === null) return { path, how: "gone", isChange: false, diff: [], kept: [], now, after: null, madeFolder: null };
  if (digestOf(now) === wrote) {
    const after = backup === null ? null : await readBackup(home, connection, backup);
    return { path, how: "exact", isChange: !same(now, after), diff: showDiff(textOf(now, path), textOf(after, path)), kept: [], now, after, madeFolder };
  }
  const document = openDocument(textOf(now, path), format, path);
  const { operations, kept } = undoEdits(document.value, undo);
  const after = operations.length === 0 ? now : encodeText(editDocument(document, operations, path), now, path);
  return { path, how: "keys", isChange: !same(now, after), diff: showDiff(document.text, decodeText(after, path).text), kept, now, after, madeFolder };
}

/** Goes the way back: file by file, then the record goes. Throws `config_changed_meanwhile`, `config_unwritable`; the record stays then, so that it can be tried again. */
export async function applyRestore({ home, connection, files }: PlannedRestore): Promise<void> {
  for (const file of files) await requireUnchanged(file);
  for (const { path, after, isChange, madeFolder } of files) {
    if (!isChange) continue;
    if (after === null) await removeFile(path, madeFolder);
    else await writeWholeFile(path, after);
  }
  await removeConnection(home, connection);
}

/** Where backups of a connection lie, to tell a person. */
export const backupFolder = ({ home, connection }: ConnectionPlace): string => connectionFolder(home, connection);
