import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { Problem } from "../problem.ts";

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Null when nothing is there. Throws `config_unreadable` for what is there and cannot be read. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw new Problem(`${path} cannot be read.`, { code: "config_unreadable", fix: "Check who may read it.", cause: error });
  }
}

/** A link stays; what it points to is written. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

/** A configuration file of an agent may hold keys: for its owner alone, unless it is there and says otherwise. */
const PRIVATE = 0o600;

/**
 * Writes a file beside it and moves it into its place, so that there is no moment without a whole one, also when the power fails. Permissions,
 * owner and links stay as they are. Folders are made; the outermost that was made is returned. Throws `config_unwritable`; then nothing is changed.
 */
export async function writeWholeFile(path: string, content: Buffer): Promise<string | null> {
  let temporary: string | null = null;
  try {
    const target = await targetOf(path);
    const made = (await mkdir(dirname(target), { recursive: true, mode: 0o700 })) ?? null;
    const known = await stat(target).catch(() => null);
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}-${randomBytes(4).toString("hex")}.part`);
    const file = await open(temporary, "wx", PRIVATE);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (known !== null) {
      await chmod(temporary, known.mode & 0o7777);
      if (process.getuid?.() === 0) await chown(temporary, known.uid, known.gid);
    }
    await rename(temporary, target);
    return made;
  } catch (cause) {
    if (temporary !== null) await rm(temporary, { force: true });
    throw new Problem(`${path} cannot be written.`, { code: "config_unwritable", fix: "Check who may write it and whether the disk is full; nothing was changed.", cause });
  }
}

/** Removes a file, and the folders that were made for it as far as nothing else is in them. Makes no folder, and says so. */
export async function removeFile(path: string, outermostFolder: string | null): Promise<null> {
  try {
    await rm(path, { force: true });
  } catch (cause) {
    throw new Problem(`${path} cannot be removed.`, { code: "config_unwritable", fix: "Check who may write its folder.", cause });
  }
  if (outermostFolder === null) return null;
  for (let folder = dirname(path); folder.startsWith(outermostFolder); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return null; // something else is in it by now
    }
  }
  return null;
}
