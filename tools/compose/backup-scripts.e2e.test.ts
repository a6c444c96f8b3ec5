import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { systemClock, wholeUser } from "@memory-cortex/models";
import type { NewTurn, Store } from "@memory-cortex/store";
import { openBoltStore } from "@memory-cortex/store-bolt";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEXTS = ["I live in Lisbon.", "The staging server is called heron.", "Grüße aus Graz"];
const neo4j = await findNeo4jClassPath();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cortex-backup-scripts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(script: string, parameters: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const child = spawn("sh", [join(ROOT, "deploy", script), ...parameters], { env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) child[stream].on("data", (data: Buffer) => (output[stream] += data.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...output })));
}

async function say(store: Store): Promise<void> {
  const turns = TEXTS.map((text, index): NewTurn => {
    const terms = text.toLowerCase().split(" ");
    return { id: `turn-${index}`, role: "user", speaker: "Ann", text, observedAt: index, timed: true, externalId: null, contentHash: `${index}`, terms, words: terms.length, signals: 0, createdAt: index };
  });
  await store.appendTurns(wholeUser("ann"), { session: { sessionId: "s", channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns }] });
}

async function said(store: Store): Promise<string[] | undefined> {
  return (await store.listTurns(wholeUser("ann"), { sessionId: "s", after: -1, limit: 100 }))?.turns.map(({ text }) => text);
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

describe("deploy/backup.sh and restore.sh, embedded", () => {
  async function withHome<Result>(home: string, work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await openSqliteStore({ home, clock: systemClock, readers: 1 });
    return work(store).finally(() => store.close());
  }

  it("bring a home back that was lost, and keep the newest files only", async () => {
    const [home, backups] = [join(folder, "home"), join(folder, "backups")];
    await withHome(home, say);
    await mkdir(backups);
    const older = ["cortex-embedded-20250101T000000Z.jsonl.gz", "cortex-embedded-20250102T000000Z.jsonl.gz", "notes.txt"];
    for (const name of older) await writeFile(join(backups, name), "");
    const saved = await run("backup.sh", ["embedded", backups], { CORTEX_HOME: home, KEEP: "2" });
    expect(saved, saved.stderr).toMatchObject({ code: 0 });
    expect((await readdir(backups)).sort()).toEqual([older[1]!, lastLine(saved.stdout).slice(backups.length + 1), "notes.txt"].sort());
    await rm(home, { recursive: true });
    const restored = await run("restore.sh", ["embedded", lastLine(saved.stdout)], { CORTEX_HOME: home });
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    await expect(withHome(home, said)).resolves.toEqual(TEXTS);
  });

  it.each([
    ["backup.sh", [], "Usage"], ["backup.sh", ["other"], "Usage"], ["restore.sh", ["embedded"], "no file"], ["restore.sh", ["embedded", "/nowhere"], "no file"],
  ])("%s %j ends with 2 and says why", async (script, parameters, why) => {
    expect(await run(script, parameters, {})).toMatchObject({ code: 2, stderr: expect.stringContaining(why) as string });
  });

  it("refuse to keep nothing", async () => {
    expect(await run("backup.sh", ["embedded", folder], { KEEP: "0" })).toMatchObject({ code: 2, stderr: expect.stringContaining("KEEP") as string });
  });
});

/** Stands for the container engine and nothing else: the command of `docker compose run` runs here, with the mounted paths in place. */
const ENGINE = `#!/bin/sh
echo "$*" >> "$ENGINE_LOG"
[ "$2" = run ] || exit 0
shift 2
from=; to=
while [ "$1" != node ]; do
  if [ "$1" = -v ]; then from=\${2%%:*}; to=\${2#*:}; to=\${to%:ro}; shift; fi
  shift
done
for argument in "$@"; do shift; set -- "$@" "$(printf %s "$argument" | sed "s#^$to#$from#")"; done
exec "$@"
`;

describe.skipIf("missing" in neo4j)("deploy/backup.sh and restore.sh, server, on a real Neo4j", () => {
  const { classPath } = neo4j as { classPath: string };
  let server: Neo4jServer;
  let environment: Record<string, string>;
  beforeAll(async () => {
    server = await startNeo4j({ classPath });
    const engine = join(folder, "bin", "docker");
    await mkdir(dirname(engine));
    await writeFile(engine, ENGINE);
    await chmod(engine, 0o755);
    environment = { PATH: [dirname(engine), process.env["PATH"] ?? ""].join(delimiter), ENGINE_LOG: join(folder, "engine.log"), CORTEX_BOLT_URL: server.url };
  });
  afterAll(() => server.stop());

  it("bring users back into an empty database; the apps stop for it and start again", async () => {
    const backups = join(folder, "server backups");
    const store = await openBoltStore({ url: server.url, clock: systemClock });
    await say(store);
    await store.close();
    const saved = await run("backup.sh", ["server", backups], environment);
    expect(saved, saved.stderr).toMatchObject({ code: 0 });
    const empty = await startNeo4j({ classPath });
    try {
      const restored = await run("restore.sh", ["server", lastLine(saved.stdout)], { ...environment, CORTEX_BOLT_URL: empty.url });
      expect(restored, restored.stderr).toMatchObject({ code: 0 });
      const copy = await openBoltStore({ url: empty.url, clock: systemClock });
      await expect(said(copy).finally(() => copy.close())).resolves.toEqual(TEXTS);
    } finally {
      await empty.stop();
    }
    const steps = (await readFile(environment["ENGINE_LOG"]!, "utf8")).trim().split("\n").map((line) => line.split(" ").slice(0, 3).join(" "));
    expect(steps).toEqual(["compose run --rm", "compose stop proxy", "compose up -d", "compose run --rm", "compose up -d"]);
  });
});
