import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import type { FlushResponse, MemoryView } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { cortex, ROOT, startService, throwawayHome } from "./cortex-process.ts";

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => void ({ home, remove } = await throwawayHome()));
afterEach(() => remove());

const oneLine = (text: string): string[] => text.trim().split("\n").filter((line) => line.startsWith("cortex:"));

describe("cortex up", () => {
  it("ends with one line when another program has the port", async () => {
    const other = createServer((socket) => void socket.on("error", () => undefined).end("not HTTP\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr, stdout } = await cortex(home, ["up"], { CORTEX_PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(oneLine(stderr)).toEqual([`cortex: Port ${port} is taken by another program. Stop the other program or set CORTEX_PORT to a free port.`]);
  });

  it("does not start twice on one port, nor on one data folder", async () => {
    const service = await startService(home);
    const samePort = await service.run("up");
    expect(samePort).toMatchObject({ code: 1, stderr: expect.stringContaining("runs already") });
    const sameHome = await cortex(home, ["up"], { CORTEX_PORT: "0" });
    expect(sameHome).toMatchObject({ code: 1, stderr: expect.stringContaining("Another process uses this data folder") });
    await service.stop();
  });

  it.each([
    ["a home that cannot be made", { CORTEX_HOME: "/dev/null/cortex" }, /data folder/],
    ["a bind beyond loopback without tokens", { CORTEX_HOST: "0.0.0.0" }, /tokens/],
    ["a setting that is wrong", { CORTEX_PORT: "hunter2" }, /CORTEX_PORT/],
  ])("ends with one line for %s", async (_name, environment, expected) => {
    const { code, stderr } = await cortex(home, ["up"], { CORTEX_PORT: "0", ...environment });
    expect(code).toBe(1);
    expect(oneLine(stderr)).toHaveLength(1);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/hunter2|\n {4}at /);
  });

  it("stops cleanly on SIGTERM and SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const service = await startService(home);
      await service.post("/ingest", { user_id: "ann", session_id: "s", messages: [{ role: "user", content: `I like ${signal}.` }] });
      expect(await service.stop(signal)).toBe(0);
      expect(service.output.stderr).toContain("Stopped.");
    }
  });

  it("takes a configuration file, and says of unknown keys", async () => {
    await writeFile(join(home, "config.json"), JSON.stringify({ debounceSeconds: 7, debonceSeconds: 8 }));
    const service = await startService(home);
    expect(service.output.stderr).toContain('"debonceSeconds"');
    const answer = await service.post("/ingest", { user_id: "ann", session_id: "s", messages: [{ role: "user", content: "Hello there." }] });
    expect(answer).toMatchObject({ debounce_seconds: 7 });
    await service.stop();
  });

  it("asks for the configured token, which the command line on the same machine knows", async () => {
    const token = "a-token-of-this-test";
    const service = await startService(home, { CORTEX_TOKENS: JSON.stringify([{ token, roles: ["read", "write"] }]) });
    expect((await fetch(`${service.url}/v1/stats?user_id=ann`)).status).toBe(401);
    expect(await service.run("remember", "The guest room is blue.")).toMatchObject({ code: 0 });
    expect(await service.run("stats", "--token", "a-wrong-token")).toMatchObject({ code: 1, stderr: expect.stringContaining("token") });
    await service.stop();
  });
});

describe("a process that was killed", () => {
  it("has its unfinished work done at the next start", async () => {
    const first = await startService(home, { CORTEX_DEBOUNCE_SECONDS: "3600", CORTEX_DEBOUNCE_MAX_SECONDS: "3600" });
    await first.post("/ingest", { user_id: "ann", session_id: "s", messages: [{ role: "user", content: "My name is Ann and I prefer tea to coffee." }] });
    expect(await first.stop("SIGKILL")).toBeNull();

    // Where the killed one listened, so that no other service of this machine answers.
    const doctor = await cortex(home, ["doctor"], { CORTEX_PORT: String(first.port) });
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining("1 turn to capture") });

    const second = await startService(home, { CORTEX_DEBOUNCE_SECONDS: "0" });
    const flushed = await second.post<FlushResponse>("/v1/flush", { user_id: "ann" });
    expect(flushed.done).toBe(true);
    const { memories } = await second.get<{ memories: MemoryView[] }>("/v1/memories?user_id=ann");
    expect(memories.length).toBeGreaterThan(0);
    await second.stop();
  });
});

describe("bin/cortex.mjs", () => {
  // Node's own test for TypeScript in the way: the launcher has to find Node 24 whatever runs it.
  const oldNode = process.env["npm_node_execpath"] ?? "/usr/bin/node";
  it.skipIf(!existsSync(oldNode))("runs under the Node of the machine", () => {
    const { status, stdout } = spawnSync(oldNode, [join(ROOT, "apps/cortex/bin/cortex.mjs"), "--version"], { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: home } });
    expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: "0.1.0" });
  });
});
