import { open, rm, stat, utimes } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

export interface HeldLock {
  /** Says that the holder lives. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

/** A lock that lasts longer than a moment: null when another process holds it and has touched it within the time. */
export async function tryLock(path: string, staleMs: number): Promise<HeldLock | null> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await create(path))) {
    if (!(await isOlder(path, staleMs))) return null;
    await rm(path, { force: true });
    if (!(await create(path))) return null;
  }
  return {
    touch: async () => {
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
    },
    release: () => rm(path, { force: true }),
  };
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Whether a file was last touched longer ago than that; false when there is none any more. */
export async function isOlder(path: string, milliseconds: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > milliseconds;
  } catch {
    return false;
  }
}
