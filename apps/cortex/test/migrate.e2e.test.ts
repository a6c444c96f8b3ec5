import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { realmOf, systemClock, wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { append, everyAnswer, live, turn } from "@memory-cortex/store/conformance";
import { openBoltStore } from "@memory-cortex/store-bolt";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { digestUser } from "../src/transfer/digest-user.ts";
import { cortex } from "./cortex-process.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const TIMEOUT = 300_000;
const TURNS = 3_000;

const found = await findNeo4jClassPath();

describe.skipIf("missing" in found)("a migration, on a real Neo4j", () => {
  let folder: string;
  let server: Neo4jServer;
  let lived: Awaited<ReturnType<typeof live>>;
  const home = (name: string): string => join(folder, name);
  const environment = (): Record<string, string> => ({ CORTEX_BOLT_URL: server.url });

  async function using<Result>(opening: Promise<Store>, work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await opening;
    return work(store).finally(() => store.close());
  }
  const embedded = <Result>(name: string, work: (store: Store) => Promise<Result>): Promise<Result> => using(openSqliteStore({ home: home(name), clock: systemClock, readers: 1 }), work);
  const bolt = <Result>(work: (store: Store) => Promise<Result>): Promise<Result> => using(openBoltStore({ url: server.url, clock: systemClock }), work);

  /** Of users by id: what they hold, and what they answer. */
  const seen = async (store: Store): Promise<unknown> => ({
    users: (await store.users()).sort(),
    digests: [await digestUser(store, lived.userId), await digestUser(store, "zoe")],
    answers: await everyAnswer(store, realmOf(lived.userId, ["work", "home"]), lived),
    integrity: await store.checkIntegrity(wholeUser("zoe")),
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cortex-migrate-"));
    server = await startNeo4j(found as { classPath: string });
    await embedded("from", async (store) => {
      lived = await live(store);
      const turns = Array.from({ length: TURNS }, (_unused, index) => turn(`x said ${index}`));
      await append(store, realmOf("zoe"), { sessionId: "s", inserts: [{ at: 0, turns }] });
    });
  }, TIMEOUT);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("brings users to the server and back, the same, also when it is killed on the way", async () => {
    const before = await embedded("from", seen);
    const parameters = ["migrate", "--from", "embedded", "--to", "server"];
    const child = spawn(process.execPath, [MAIN, ...parameters], { env: { PATH: process.env["PATH"] ?? "", HOME: home("from"), CORTEX_HOME: home("from"), ...environment() }, stdio: "ignore" });
    const exited = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
    await bolt(async (store) => {
      await expect.poll(async () => (await store.importState(wholeUser("zoe")))?.position ?? "", { timeout: 120_000, interval: 20 }).not.toBe("");
      child.kill("SIGKILL");
      expect(await exited).toBe("SIGKILL");
      expect(await store.unfinishedImports()).toEqual(["zoe"]);
      expect(await store.users()).toEqual([lived.userId]);
    });
    const moved = await cortex(home("from"), [...parameters, "--json"], environment());
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(moved.stdout)).toMatchObject({ users: [{ user_id: lived.userId, outcome: "known" }, { user_id: "zoe", outcome: "resumed" }] });
    expect(await bolt(seen)).toEqual(before);

    expect(await cortex(home("from"), [...parameters], environment())).toMatchObject({ code: 0, stdout: expect.stringContaining("2 were there from an earlier run") as string });
    const back = await cortex(home("back"), ["migrate", "--from", "server", "--to", "embedded"], environment());
    expect(back, back.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Moved 2 users") as string });
    expect(await embedded("back", seen)).toEqual(before);
  }, TIMEOUT);

  it("backs the server up, and restores what is not there already", async () => {
    const file = home("server.jsonl.gz");
    expect(await cortex(home("none"), ["backup", file, "--from", "server"], environment())).toMatchObject({ code: 0 });
    expect(await cortex(home("none"), ["restore", file, "--to", "server"], environment())).toMatchObject({ code: 1, stderr: expect.stringContaining("holds these users already") as string });
    expect(await cortex(home("restored"), ["restore", file], environment())).toMatchObject({ code: 0 });
    expect(await embedded("restored", seen)).toEqual(await embedded("from", seen));
  }, TIMEOUT);
});
