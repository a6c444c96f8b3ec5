import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { tryLock } from "./try-lock.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "memory-cortex-lock-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("tryLock", () => {
  it("is held by one, until it is released", async () => {
    const path = join(folder, "a.lock");
    const lock = await tryLock(path, { staleMs: 60_000, freedByDeath: true });
    expect(await tryLock(path, { staleMs: 60_000, freedByDeath: true })).toBeNull();
    await lock?.release();
    expect(await tryLock(path, { staleMs: 60_000 })).not.toBeNull();
  });

  it("is freed by the death of its holder where that does no harm", async () => {
    const path = join(folder, "a.lock");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await writeFile(path, String(pid));
    expect(await tryLock(path, { staleMs: 60_000 })).toBeNull();
    expect(await tryLock(path, { staleMs: 60_000, freedByDeath: true })).not.toBeNull();
  });
});
