import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HookState, NOTHING_SENT } from "./hook-state.ts";

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "memory-cortex-hook-state-"));
});

afterEach(() => rm(home, { recursive: true, force: true }));

const stateOf = (userId: string, namespace?: string): HookState => new HookState({ home, url: "http://127.0.0.1:8300", userId, namespace });
const files = async (): Promise<string[]> => (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
const SENT = { ...NOTHING_SENT, offset: 42, ahead: ["a"] };

describe("the hooks' state", () => {
  it("is kept by session, and begins with nothing", async () => {
    const state = stateOf("ann");
    expect(await state.sent("s1")).toEqual(NOTHING_SENT);
    await state.keepSent("s1", SENT);
    await state.keepShown("s1", { compactions: 1, ids: ["m1"] });
    expect([await state.sent("s1"), await state.shown("s1"), await state.sent("s2")]).toEqual([SENT, { compactions: 1, ids: ["m1"] }, NOTHING_SENT]);
  });

  it("never hands the open turns of one memory to another", async () => {
    const session = { sessionId: "s1", transcriptPath: "/t", project: "path:/kite" };
    await stateOf("ann").keepUnsent(session);
    expect([await stateOf("bob").unsent(9), await stateOf("ann", "work").unsent(9), await stateOf("ann").unsent(9)]).toEqual([[], [], [session]]);
    await stateOf("ann").forgetUnsent("s1");
    expect(await stateOf("ann").unsent(9)).toEqual([]);
  });

  it("counts a damaged file as absent, and forgets what is old", async () => {
    const state = stateOf("ann");
    await state.keepSent("s1", SENT);
    const [file] = await files();
    await writeFile(file!, "{");
    expect(await state.sent("s1")).toEqual(NOTHING_SENT);
    await state.keepSent("s2", SENT);
    const now = Date.UTC(2026, 4, 20);
    await utimes(file!, new Date(now - 61 * 86_400_000), new Date(now - 61 * 86_400_000));
    await state.dropOld(now);
    expect(await files()).toHaveLength(1);
    expect(await state.sent("s2")).toEqual(SENT);
  });
});
