import { constants } from "node:fs";
import { lstat, mkdir, open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import type { Plugin } from "../plugin.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,120}$/u;

/** The one folder that a model may have files written to and read from. */
export const exportFolderOf = ({ config, state }: Pick<Plugin, "config" | "state">): string => (config.exportFolder === "" ? join(state.folder, "exports") : resolve(config.exportFolder));

/**
 * The name of a file directly in the folder. Refuses every other path: a model may be talked into overwriting or reading what it likes, so there is
 * no way up, no sub-folder and no hidden file.
 */
export function nameInFolder(folder: string, path: string): string {
  const plain = path.trim();
  const name = basename(plain);
  const inFolder = isAbsolute(plain) ? resolve(dirname(plain)) === resolve(folder) : plain === name || plain === `./${name}`;
  if (!inFolder || !NAME.test(name) || plain.includes("\0") || plain.includes("\\")) {
    throw new ToolRefusal("path_not_allowed", `Only a file name is taken: files lie in ${folder}. Nothing was written or read.`, { folder });
  }
  return name;
}

/** Makes a new file in the folder, readable by its owner alone; nothing is ever overwritten and no link is followed. */
export async function createInFolder(folder: string, name: string): Promise<{ handle: FileHandle; path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(await realpath(folder), name);
  try {
    return { handle: await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600), path };
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new ToolRefusal("file_exists", `${name} is there already and stays as it is. Choose another name.`, { folder });
    throw new ToolRefusal("not_writable", `The file could not be made in ${folder} (${String(codeOf(error))}).`, { folder });
  }
}

/** Opens a file of the folder for reading; links, devices and pipes are refused. The caller closes it. */
export async function openInFolder(folder: string, { name, mostBytes }: { name: string; mostBytes: number }): Promise<{ handle: FileHandle; path: string; size: number }> {
  const path = join(folder, name);
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw new ToolRefusal("not_found", `There is no readable file ${name} in ${folder} (${String(codeOf(error))}).`, { folder });
  });
  const facts = await handle.stat();
  const entry = await lstat(path);
  if (!facts.isFile() || entry.isSymbolicLink() || facts.size > mostBytes) {
    await handle.close();
    throw new ToolRefusal("not_readable", facts.size > mostBytes ? `${name} is larger than ${String(Math.round(mostBytes / 1_048_576))} MB.` : `${name} is no plain file.`, { folder });
  }
  return { handle, path, size: facts.size };
}

const codeOf = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : "unknown");
