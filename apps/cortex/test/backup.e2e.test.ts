import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { realmOf, systemClock, wholeUser } from "@memory-cortex/models";
import type { NewTurn, Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { digestUser } from "../src/transfer/digest-user.ts";
import { cortex, startService } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { talkativeSession } from "./talkative-session.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const DIMENSION = 16;
const TIMEOUT = 180_000;

let folder: string;
let embedding: Awaited<ReturnType<typeof startEmbeddingServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cortex-backup-e2e-"));
  embedding = await startEmbeddingServer(DIMENSION);
});
afterAll(async () => {
  await embedding.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({
  CORTEX_DEBOUNCE_SECONDS: "0",
  CORTEX_DEBOUNCE_MAX_SECONDS: "0",
  CORTEX_RATE_LIMIT_PER_SECOND: "0",
  CORTEX_LOG_LEVEL: "silent",
  CORTEX_EMBEDDERS: JSON.stringify([{ kind: "openai", url: embedding.url, model: "loopback", dimension: DIMENSION }]),
});

const QUESTIONS = ["Where does Ann live?", "How is the staging server called?", "What does Ann drink?", "Which units do I want?", "Who works at Initech?"];

const MESSAGES = [
  ["Ann", "I live in Berlin and I work at Initech."], ["Ben", "The staging server is called otter."], ["Ann", "I moved to Lisbon."], ["Ann", "I prefer green tea over coffee."],
  ["Ben", "Always answer in metric units."], ["Ann", "The release is on 3 March 2026."], ["Ben", "The staging server is called heron."], ["Ann", "My sister Zoe works at Initech too."],
].map(([name, content], index) => ({ role: "user", name, content, id: `m${index}` }));

/** What a client sees of a user, but what asking changes. */
async function answersOf(service: Service): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of QUESTIONS) {
    const { items } = await service.post<{ items: { id: string; text: string }[] }>("/v1/search", { user_id: "ann", query, limit: 8, deadline_ms: 5_000 });
    answers.push(items.map(({ id, text }) => [id, text]));
  }
  for (const path of ["/v1/memories?include_history=true&limit=100", "/v1/conflicts?limit=100", "/v1/entities?limit=100", "/v1/sessions?limit=100"]) answers.push(await service.get(`${path}&user_id=ann`));
  return answers;
}

async function withHome<Result>(home: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ home, clock: systemClock, readers: 1 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe("a backup of a service that goes on", () => {
  it("brings users back elsewhere, with the same answers", async () => {
    const [home, elsewhere, file] = [join(folder, "a"), join(folder, "b"), join(folder, "a.jsonl.gz")];
    const service = await startService(home, environment());
    await service.post("/ingest", { user_id: "ann", session_id: "s", messages: MESSAGES });
    await service.post("/v1/flush", { user_id: "ann", timeout_ms: 60_000 });
    const before = await answersOf(service);
    expect((before[0] as unknown[]).length).toBeGreaterThan(0);

    const controller = new AbortController();
    const sessions = ["one", "two"].map((sessionId) => talkativeSession({ userId: "cem", sessionId, habit: "window with ids" }));
    const talking = sessions.map((session) => session.talk(service.url, controller.signal));
    await expect.poll(() => sessions.every(({ acknowledged }) => acknowledged.length > 20), { timeout: 60_000 }).toBe(true);
    const acknowledged = sessions.map((session) => session.acknowledged.length);
    const backup = await cortex(home, ["backup", file, "--json"], environment());
    expect(backup, backup.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(backup.stdout)).toMatchObject({ file, users: ["ann", "cem"], records: { turn: expect.any(Number) as number } });
    const later = sessions.map((session) => session.acknowledged.length);
    controller.abort();
    await Promise.all(talking);
    expect(await cortex(folder, ["restore", file, "--home", home], environment())).toMatchObject({ code: 1, stderr: expect.stringContaining("Another process uses this data folder") as string });
    expect(await service.stop()).toBe(0);

    expect(await cortex(elsewhere, ["restore", file, "--dry-run"], environment())).toMatchObject({ code: 0, stdout: expect.stringContaining("is whole") as string });
    expect(existsSync(elsewhere)).toBe(false);
    const restored = await cortex(elsewhere, ["restore", file], environment());
    expect(restored, restored.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Restored 2 users") as string });
    await withHome(elsewhere, async (store) => {
      for (const [index, { sessionId, acknowledged: said }] of sessions.entries()) {
        const { turns } = (await store.listTurns(wholeUser("cem"), { sessionId, after: -1, limit: 100_000 }))!;
        // As of one moment of the backup: what was acknowledged before it is there, and nothing that was said after it.
        expect(turns.length).toBeGreaterThanOrEqual(acknowledged[index]!);
        expect(turns.length).toBeLessThanOrEqual(later[index]! + 2);
        expect(turns.map(({ text }) => text)).toEqual(said.slice(0, turns.length).map(({ content }) => content));
      }
      for (const userId of ["ann", "cem"]) await expect(store.checkIntegrity(realmOf(userId))).resolves.toEqual({ ok: true, problems: [] });
    });
    const copy = await startService(elsewhere, environment());
    expect(await answersOf(copy)).toEqual(before);
    await copy.post("/ingest", { user_id: "ann", session_id: "s", messages: [...MESSAGES, { role: "user", name: "Ann", content: "I moved to Porto.", id: "m8" }] });
    await copy.post("/v1/flush", { user_id: "ann", timeout_ms: 60_000 });
    expect(JSON.stringify(await copy.get("/v1/memories?user_id=ann&limit=100"))).toContain("Porto");
    expect(await copy.stop()).toBe(0);
    expect(await cortex(elsewhere, ["doctor"], environment())).toMatchObject({ stdout: expect.stringContaining("all whole") as string });
  }, TIMEOUT);
});

/** So many turns that a restore takes a while. */
async function fillHome(home: string): Promise<void> {
  await withHome(home, async (store) => {
    for (const userId of ["ann", "ben"]) {
      for (let session = 0; session < 4; session += 1) {
        const turns = Array.from({ length: 2_000 }, (_unused, index): NewTurn => {
          const text = `turn ${index} of session ${session}: the quick brown fox jumps over dog number ${index * 7}`;
          const terms = text.split(" ");
          return { id: `${userId}-${session}-${index}`, role: "user", speaker: null, text, observedAt: index, timed: true, externalId: null, contentHash: `${session} ${index}`, terms, words: terms.length, signals: 0, createdAt: index };
        });
        await store.appendTurns(realmOf(userId), { session: { sessionId: `s${session}`, channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns }] });
      }
    }
  });
}

/** Starts a restore and kills it once a user's unfinished file has so many bytes. */
async function killedRestore(home: string, file: string, bytes: number): Promise<void> {
  const child = spawn(process.execPath, [MAIN, "restore", file], { env: { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home }, stdio: "ignore" });
  const exited = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  const realms = join(home, "realms");
  const unfinished = async (): Promise<number> => {
    const names = await readdir(realms).catch(() => []);
    return names.filter((name) => name.includes(".importing")).reduce((sum, name) => sum + (statSync(join(realms, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  };
  await expect.poll(unfinished, { timeout: 60_000, interval: 5 }).toBeGreaterThan(bytes);
  child.kill("SIGKILL");
  expect(await exited).toBe("SIGKILL");
}

describe("a restore that is killed", () => {
  it("shows nobody who is not whole, and goes on to the same end", async () => {
    const [home, target, file] = [join(folder, "large"), join(folder, "killed"), join(folder, "large.jsonl.gz")];
    await fillHome(home);
    expect(await cortex(home, ["backup", file])).toMatchObject({ code: 0 });
    for (const bytes of [600_000, 2_000_000, 4_000_000]) {
      await killedRestore(target, file, bytes);
      await withHome(target, async (store) => {
        expect(await store.unfinishedImports()).toEqual(["ann"]);
        expect(await store.users()).toEqual([]);
      });
    }
    expect(await cortex(target, ["doctor"])).toMatchObject({ stdout: expect.stringMatching(/not been restored to its end/) as string });
    const finished = await cortex(target, ["restore", file, "--json"]);
    expect(finished, finished.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(finished.stdout)).toMatchObject({ users: [{ user_id: "ann", outcome: "resumed" }, { user_id: "ben", outcome: "imported" }], records: { turn: 16_000, session: 8 } });
    const digests = await Promise.all([home, target].map((each) => withHome(each, async (store) => [await digestUser(store, "ann"), await digestUser(store, "ben"), await store.checkIntegrity(realmOf("ann"))])));
    expect(digests[1]).toEqual(digests[0]);
    expect(await cortex(target, ["restore", file])).toMatchObject({ code: 0, stdout: expect.stringContaining("2 were there from an earlier run") as string });
  }, TIMEOUT);
});

describe("cortex backup, restore and migrate", () => {
  it("say what was used wrongly", async () => {
    const home = join(folder, "wrong");
    const broken = join(folder, "broken.gz");
    await writeFile(broken, "no backup");
    expect(await cortex(home, ["restore", broken, "--json"])).toMatchObject({ code: 1, stdout: expect.stringContaining("backup_invalid") as string });
    expect(existsSync(join(home, "realms"))).toBe(false);
    expect(await cortex(home, ["restore", join(folder, "none")])).toMatchObject({ code: 1, stderr: expect.stringContaining("is not there") as string });
    expect(await cortex(home, ["backup", join(folder, "x"), "--user", "nobody"])).toMatchObject({ code: 2, stderr: expect.stringContaining("nobody") as string });
    expect(existsSync(join(folder, "x"))).toBe(false);
    expect(await cortex(home, ["migrate", "--from", "embedded", "--to", "embedded"])).toMatchObject({ code: 2, stderr: expect.stringContaining("the same") as string });
    expect(await cortex(home, ["migrate", "--from", "embedded"])).toMatchObject({ code: 2 });
    expect(await cortex(home, ["backup", "--from", "elsewhere"])).toMatchObject({ code: 2 });
    expect(await cortex(home, ["migrate", "--from", "embedded", "--to", "server", "--json"], { CORTEX_BOLT_URL: "bolt://127.0.0.1:1" })).toMatchObject({ code: 1, stdout: expect.stringContaining("store_unavailable") as string });
  }, TIMEOUT);
});
