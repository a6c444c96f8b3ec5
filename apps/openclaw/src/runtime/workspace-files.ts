import { lstat, open, readdir, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { constants } from "node:fs";
import { isAbsolute, join, posix, relative, sep, win32 } from "node:path";

/** A note longer than that is cut when it is read, and left out of searches. */
export const LONGEST_FILE = 1_048_576;
const MOST_FILES = 2_000;
const DEEPEST = 8;

/** Who may have written a file, in the host's words: what is untrusted or the system's never enters a prompt by itself. */
export type OriginClass = "owner" | "agent" | "untrusted" | "system";

const CURATED = new Set(["MEMORY.md", "memory.md", "USER.md"]);
const PERSONAL = /^users\/[a-zA-Z0-9][a-zA-Z0-9_-]{0,127}\/USER\.md$/;

/**
 * The path of a memory file inside the workspace with "/" between, or null when the path names none: nothing outside, no way up, no drive, no
 * other file. Says nothing about whether the file is there, or where it really lies.
 */
export function memoryPath(path: string): string | null {
  const plain = path.trim().replaceAll("\\", "/").replace(/^\.\//, "");
  if (plain === "" || plain.includes("\0") || posix.isAbsolute(plain) || win32.isAbsolute(plain) || /^[a-z]:/i.test(plain)) return null;
  if (posix.normalize(plain) !== plain || plain.startsWith("../") || plain === "..") return null;
  return originOf(plain) === null ? null : plain;
}

/** What the place of a file says about its origin; null: it is no memory file. */
export function originOf(path: string): OriginClass | null {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return null;
  if (CURATED.has(path) || PERSONAL.test(path)) return "owner";
  if (path.toLowerCase() === "dreams.md") return "system";
  if (parts[0] !== "memory" || !path.endsWith(".md") || parts.length < 2) return null;
  return parts[1] === "dreaming" || parts[1]!.startsWith(".") ? "system" : "agent";
}

export interface OpenedFile {
  handle: FileHandle;
  size: number;
  changedAt: number;
}

/** Thrown for a path that may not be read, whoever asks. */
export class PathNotAllowed extends Error {
  /** The host's own code for it. */
  readonly code = "MEMORY_PATH_NOT_ALLOWED";

  constructor() {
    super("path is not an allowed Markdown memory file");
    this.name = "PathNotAllowed";
  }
}

/**
 * Opens a memory file for reading; null when it is not there. A link is followed only to another memory file of the same workspace; devices,
 * pipes and files with a second name elsewhere are refused. Throws {@link PathNotAllowed}. The caller closes the handle.
 */
export async function openMemoryFile(workspace: string, path: string): Promise<OpenedFile | null> {
  const asked = memoryPath(path);
  if (asked === null) throw new PathNotAllowed();
  const inside = await realMemoryPath(workspace, asked);
  if (inside === null) return null;
  const real = join(await realpath(workspace), inside);
  const handle = await openUnlinked(real);
  if (handle === null) return null;
  try {
    const facts = await handle.stat();
    // Between looking and opening a folder may have become a link: what was opened must still be what lies there.
    const again = await lstat(real);
    if (!facts.isFile() || facts.nlink > 1 || again.ino !== facts.ino || again.dev !== facts.dev || (await realMemoryPath(workspace, asked)) !== inside) throw new PathNotAllowed();
    return { handle, size: facts.size, changedAt: facts.mtimeMs };
  } catch (error) {
    await handle.close();
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The path of a memory file inside the workspace once links are followed; null when it is not there. Throws {@link PathNotAllowed} when it lies
 * elsewhere, or is another kind of file there.
 */
export async function realMemoryPath(workspace: string, path: string): Promise<string | null> {
  try {
    const [root, file] = await Promise.all([realpath(workspace), realpath(join(workspace, path))]);
    const inside = relative(root, file);
    const real = inside === "" || isAbsolute(inside) || inside.startsWith("..") ? null : memoryPath(inside.split(sep).join("/"));
    if (real === null) throw new PathNotAllowed();
    return real;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function openUnlinked(path: string): Promise<FileHandle | null> {
  try {
    // Not waiting keeps a pipe from holding us; platforms without these flags lack what they guard against.
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isMissing(error)) return null;
    if (codeOf(error) === "ELOOP") throw new PathNotAllowed();
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : undefined);
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";

/** Text of an opened file, at most {@link LONGEST_FILE} bytes; closes it. */
export async function textOf({ handle, size }: OpenedFile): Promise<string> {
  try {
    const bytes = Buffer.alloc(Math.min(size, LONGEST_FILE));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.toString("utf8", 0, length).replace(/^\uFEFF/, "");
  } finally {
    await handle.close();
  }
}

/** Memory files of a workspace that people and agents wrote, in a fixed order; links to folders are not followed. */
export async function listMemoryFiles(workspace: string): Promise<string[]> {
  const found: string[] = [];
  const folders: { path: string; depth: number }[] = [{ path: "memory", depth: 1 }];
  for (const entry of await entriesOf(workspace, "")) if (CURATED.has(entry.name) && !entry.isDirectory()) found.push(entry.name);
  while (folders.length > 0 && found.length < MOST_FILES) {
    const { path, depth } = folders.pop()!;
    for (const entry of await entriesOf(workspace, path)) {
      const child = `${path}/${entry.name}`;
      if (entry.isDirectory() && depth < DEEPEST && !entry.name.startsWith(".") && child !== "memory/dreaming") folders.push({ path: child, depth: depth + 1 });
      else if (!entry.isDirectory() && originOf(child) === "agent") found.push(child);
    }
  }
  return found.sort().slice(0, MOST_FILES);
}

async function entriesOf(workspace: string, path: string): Promise<{ name: string; isDirectory: () => boolean }[]> {
  try {
    const folder = path === "" ? workspace : join(workspace, path);
    if (path !== "" && (await lstat(folder)).isSymbolicLink()) return [];
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
