import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withLock } from "./setup-lock.mjs";

let file = "";
const pidOfTheDead = () => spawnSync(process.execPath, ["--version"]).pid;

function leaveLock(owner: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${owner}\n`);
}

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "cortex-lock-")), "inner", "setup.lock");
});
afterEach(() => rmSync(dirname(dirname(file)), { recursive: true }));

test("many at once take turns", async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock({ file, onWait: () => {} }, work)));
  expect(most).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test("it is given back when the work fails", async () => {
  await expect(withLock({ file, onWait: () => {} }, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(existsSync(file)).toBe(false);
});

test("the lock of a dead process is taken over, by one of many", async () => {
  leaveLock(`${pidOfTheDead()} ${hostname()}`);
  const onWait = vi.fn();
  let inside = 0;
  const work = async (): Promise<number> => {
    const here = ++inside;
    await new Promise(setImmediate);
    inside--;
    return here;
  };
  const counts = await Promise.all(Array.from({ length: 4 }, () => withLock({ file, onWait }, work)));
  expect(counts).toEqual([1, 1, 1, 1]);
  expect(existsSync(`${file}.recover`)).toBe(false);
});

test("the lock of another machine holds while it beats, and is taken over when it has long stopped", async () => {
  leaveLock("1 elsewhere");
  let waiting: () => void = () => {};
  const waits = new Promise<void>((resolve) => (waiting = resolve));
  const done = withLock({ file, onWait: () => waiting() }, async () => "mine");
  await waits;
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await done).toBe("mine");
});
