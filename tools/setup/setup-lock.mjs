import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "./setup-problem.mjs";

/** A holder touches its lock this often, so that one without a beat for STALE_MS is known to be dead. */
const BEAT_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 200;

/**
 * Creates a file that must not be there yet.
 * @param {string} file
 * @returns {boolean} false when somebody else has it
 */
function claim(file) {
  try {
    writeFileSync(file, `${process.pid} ${hostname()}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Whether the process with this number is gone (on this machine).
 * @param {number} pid
 */
function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}

/**
 * Whether the holder of the lock died without giving it back: killed, power cut, container gone.
 * @param {string} file
 */
function isStale(file) {
  try {
    const [pid, host] = readFileSync(file, "utf8").trim().split(" ");
    if (host === hostname() && Number(pid) > 0 && isGone(Number(pid))) return true;
    return Date.now() - statSync(file).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

/**
 * Takes a dead holder's lock away. Two waiters may see the same dead lock; a guard lets one of them look again and
 * remove it, so that the other cannot remove the lock that the first has just taken.
 * @param {string} file
 */
function removeIfStale(file) {
  const guard = `${file}.recover`;
  if (!claim(guard)) {
    if (isStale(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(file)) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/**
 * Runs `work` while no other process does, for the same lock file.
 * @template Result
 * @param {{file: string, onWait: () => void}} lock `onWait` is called once when somebody else is at it
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 * @throws a system error when the lock's folder cannot be written
 */
export async function withLock({ file, onWait }, work) {
  mkdirSync(dirname(file), { recursive: true });
  let waited = false;
  while (!claim(file)) {
    if (isStale(file)) {
      removeIfStale(file);
    } else if (!waited) {
      onWait();
      waited = true;
    }
    await pause(POLL_MS);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener("exit", release);
    release();
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder may be going away under us (a deleted clone); the work itself will say so.
  }
}
