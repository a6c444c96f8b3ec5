import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

import { formatBytes } from "../terminal/format.ts";
import { failed, passed, warned } from "./check.ts";
import type { CheckResult } from "./check.ts";

const LITTLE_BYTES = 1_000_000_000;
const TOO_LITTLE_BYTES = 50_000_000;
const OTHERS = 0o077;

async function nearestExisting(path: string): Promise<string> {
  const there = await stat(path).then(() => true, () => false);
  return there || dirname(path) === path ? path : nearestExisting(dirname(path));
}

async function writable(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(() => true, () => false);
}

/** Whether the data folder is a folder, ours to write, and closed to other people of the machine. */
export async function checkHome(home: string): Promise<CheckResult> {
  const existing = await nearestExisting(home);
  const status = await stat(existing);
  if (!status.isDirectory()) return failed("home", `${existing} is not a folder.`, "Move it away, or set CORTEX_HOME to another folder.");
  if (!(await writable(existing))) return failed("home", `${existing} cannot be written.`, `Give it to yourself (chown, chmod u+rwx ${existing}), or set CORTEX_HOME to another folder.`);
  if (existing !== home) return passed("home", `${home} will be made at the first start.`);
  if (process.platform !== "win32" && (status.mode & OTHERS) !== 0) {
    return warned("home", `${home} is open to other people of this machine.`, `Run: chmod 700 ${home}`);
  }
  return passed("home", `${home} can be written, by you alone.`);
}

/** Whether there is room for data. */
export async function checkDisk(home: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(await nearestExisting(home));
  const free = bavail * bsize;
  const message = `${formatBytes(free)} free under ${home}.`;
  const fix = "Free some space, or set CORTEX_HOME to a larger disk.";
  if (free < TOO_LITTLE_BYTES) return failed("disk", message, fix);
  return free < LITTLE_BYTES ? warned("disk", message, fix) : passed("disk", message);
}
