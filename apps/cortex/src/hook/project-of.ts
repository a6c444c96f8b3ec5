import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

const LONGEST = 256;

/** "git@github.com:ann/kite.git", "https://ann:secret@github.com/ann/kite" → "github.com/ann/kite"; null for what names no host. */
export function repositoryKey(remote: string): string | null {
  const match = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]+@)?([^:/\s]+\.[^:/\s]+)(?::\d+(?=\/))?[:/]+(.+?)(?:\.git)?\/*$/i.exec(remote.trim());
  return match === null ? null : `${match[1]!.toLowerCase()}/${match[2]!}`;
}

/** URL of "origin" in a Git configuration, else of the first remote. */
export function remoteOf(configuration: string): string | null {
  const remotes = new Map<string, string>();
  let remote: string | null = null;
  for (const line of configuration.split("\n")) {
    const section = /^\s*\[\s*(\w+)(?:\s+"([^"]*)")?\s*\]/.exec(line);
    if (section !== null) remote = section[1]!.toLowerCase() === "remote" ? (section[2] ?? null) : null;
    const url = /^\s*url\s*=\s*(\S+)/i.exec(line)?.[1];
    if (remote !== null && url !== undefined && !remotes.has(remote)) remotes.set(remote, url);
  }
  return remotes.get("origin") ?? remotes.values().next().value ?? null;
}

/**
 * The project that a folder belongs to, as memory names it: "github.com/ann/kite" for a clone of a repository, wherever it lies, so that two
 * clones and all worktrees are one project; "path:/home/ann/notes" without a remote. Reads a few small files, and never throws.
 */
export async function projectOf(folder: string): Promise<string> {
  const start = resolve(folder);
  for (let place = start; ; place = dirname(place)) {
    const found = await stat(join(place, ".git")).catch(() => null);
    if (found !== null) return ((await repositoryOf(join(place, ".git"), found.isDirectory())) ?? `path:${place}`).slice(0, LONGEST);
    if (dirname(place) === place) return `path:${start}`.slice(0, LONGEST);
  }
}

async function repositoryOf(git: string, isFolder: boolean): Promise<string | null> {
  const folder = isFolder ? git : await commonFolder(git);
  const configuration = folder === null ? null : await readFile(join(folder, "config"), "utf8").catch(() => null);
  const remote = configuration === null ? null : remoteOf(configuration);
  return remote === null ? null : repositoryKey(remote);
}

/** A worktree's `.git` is a file that leads to a folder, which leads to the one that all worktrees share. */
async function commonFolder(file: string): Promise<string | null> {
  const target = /^gitdir:\s*(.+)$/m.exec(await readFile(file, "utf8").catch(() => ""))?.[1];
  if (target === undefined) return null;
  const folder = resolve(dirname(file), target.trim());
  const common = await readFile(join(folder, "commondir"), "utf8").catch(() => null);
  return common === null ? folder : resolve(folder, common.trim());
}
