import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAbsent } from "./file-problem.ts";

/** A part that nobody has written to for so long was left by a process that is gone. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** A name that no other process uses; it says which process holds it. */
export function uniqueName(name: string): string {
  return `${name}.${process.pid}-${randomBytes(4).toString("hex")}.part`;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isFree(folder: string, part: string): Promise<boolean> {
  const owner = /\.(\d+)-[0-9a-f]+\.part$/u.exec(part)?.[1];
  if (owner === undefined || !isAlive(Number(owner))) return true;
  try {
    return Date.now() - (await stat(join(folder, part))).mtimeMs > ABANDONED_AFTER_MS;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/**
 * A path to write a download to, holding what an interrupted one left. Two processes never write to the same part: taking one
 * over is a rename, which only one of them can win.
 */
export async function claimPart(folder: string, name: string): Promise<string> {
  const mine = join(folder, uniqueName(name));
  const parts = (await readdir(folder)).filter((entry) => entry.startsWith(`${name}.`) && entry.endsWith(".part"));
  for (const part of parts) {
    if (!(await isFree(folder, part))) continue;
    try {
      await rename(join(folder, part), mine);
      return mine;
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return mine;
}

/** Leaves an unfinished part for whoever comes next. */
export async function releasePart(path: string, to: { folder: string; name: string }): Promise<void> {
  try {
    await rename(path, join(to.folder, `${to.name}.part`));
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** Deletes a part whose content turned out wrong. */
export async function discardPart(path: string): Promise<void> {
  await rm(path, { force: true });
}
