import { open, readFile, rm, stat, utimes } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

export interface HeldLock {
  /** Says that the holder lives. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

export interface LockRules {
  /** A holder that has not touched the lock for so long is dead. */
  staleMs: number;
  /** So is one of which no process runs here. Only where two holders do no harm: a host may keep its folder in several containers. */
  freedByDeath?: boolean;
}

/** Null when another process holds the lock. */
export async function tryLock(path: string, { staleMs, freedByDeath = false }: LockRules): Promise<HeldLock | null> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await create(path))) {
    if (!(await isOlder(path, staleMs)) && !(freedByDeath && (await isHolderDead(path)))) return null;
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
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isHolderDead(path: string): Promise<boolean> {
  const holder = Number(await readFile(path, "utf8").catch(() => ""));
  if (!Number.isInteger(holder) || holder <= 0 || holder === process.pid) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Whether a file was last touched longer ago than that; false when there is none any more. */
async function isOlder(path: string, milliseconds: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > milliseconds;
  } catch {
    return false;
  }
}
