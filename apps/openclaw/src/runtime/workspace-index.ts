import { lstat } from "node:fs/promises";
import { join } from "node:path";

import { passagesOf } from "./passages.ts";
import type { Passage } from "./passages.ts";
import { listMemoryFiles, LONGEST_FILE, openMemoryFile, PathNotAllowed, textOf } from "./workspace-files.ts";

/** Text beyond that is left out of a search, the later files first. */
const MOST_BYTES = 16_777_216;
const MOST_WORKSPACES = 8;

interface IndexedFile {
  /** Changes whenever the file does. */
  stamp: string;
  bytes: number;
  passages: Passage[];
}

export interface IndexedWorkspace {
  passages: Passage[];
  files: number;
  /** Files that were not read: too large, not readable, or a link to somewhere else. */
  leftOut: number;
}

export interface WorkspaceIndex {
  /** Passages of all memory files of a workspace, as they are now; only what changed is read again. */
  read(workspace: string): Promise<IndexedWorkspace>;
}

const indexes = new WeakMap<object, WorkspaceIndex>();

/** The one index of a registration: tools and search manager read the same files. */
export function workspaceIndexOf(plugin: object): WorkspaceIndex {
  const index = indexes.get(plugin) ?? createWorkspaceIndex();
  indexes.set(plugin, index);
  return index;
}

export function createWorkspaceIndex(): WorkspaceIndex {
  const workspaces = new Map<string, Map<string, IndexedFile>>();
  return {
    read: async (workspace) => {
      const known = workspaces.get(workspace) ?? new Map<string, IndexedFile>();
      workspaces.delete(workspace);
      workspaces.set(workspace, known);
      for (const oldest of [...workspaces.keys()].slice(0, Math.max(0, workspaces.size - MOST_WORKSPACES))) workspaces.delete(oldest);
      return refresh(workspace, known);
    },
  };
}

async function refresh(workspace: string, known: Map<string, IndexedFile>): Promise<IndexedWorkspace> {
  const paths = await listMemoryFiles(workspace);
  for (const path of [...known.keys()]) if (!paths.includes(path)) known.delete(path);
  const passages: Passage[] = [];
  let bytes = 0;
  let files = 0;
  for (const path of paths) {
    const file = bytes < MOST_BYTES ? await indexed(workspace, path, known) : null;
    if (file === null) continue;
    files += 1;
    bytes += file.bytes;
    passages.push(...file.passages);
  }
  return { passages, files, leftOut: paths.length - files };
}

async function indexed(workspace: string, path: string, known: Map<string, IndexedFile>): Promise<IndexedFile | null> {
  try {
    const before = known.get(path);
    const stamp = await stampOf(workspace, path);
    if (before !== undefined && stamp !== null && before.stamp === stamp) return before;
    known.delete(path);
    const opened = await openMemoryFile(workspace, path);
    if (opened === null) return null;
    if (opened.size > LONGEST_FILE) {
      await opened.handle.close();
      return null;
    }
    const file = { stamp: stamp ?? "", bytes: opened.size, passages: passagesOf(path, await textOf(opened), Math.round(opened.changedAt)) };
    known.set(path, file);
    return file;
  } catch (error) {
    // One file that may not or cannot be read does not keep the others from being found.
    if (error instanceof PathNotAllowed || isFileTrouble(error)) return null;
    throw error;
  }
}

/** Null for a link: what it names may change without it, so it is read anew each time. */
async function stampOf(workspace: string, path: string): Promise<string | null> {
  const facts = await lstat(join(workspace, path));
  return facts.isSymbolicLink() ? null : [facts.dev, facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].join(" ");
}

const isFileTrouble = (error: unknown): boolean => typeof error === "object" && error !== null && "syscall" in error;
