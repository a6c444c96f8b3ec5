import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findRedisServer, freePort } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { readCompose } from "./read-compose.ts";

const program = findRedisServer();

let folder: string;
let started: ChildProcess | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cortex-compose-redis-"));
  mkdirSync(join(folder, "data"));
  started = null;
});
afterEach(async () => {
  if (started !== null && started.exitCode === null) {
    started.kill("SIGKILL");
    await once(started, "exit");
  }
  rmSync(folder, { recursive: true });
});

/** The service's own command, with the places of its container moved to a folder of this machine. */
function start(port: number): ChildProcess {
  const { command = [], environment } = readCompose().services["redis"]!;
  const [shell = "", options = "", script = ""] = command;
  const moved = script
    .replace("exec redis-server /tmp/password.conf", `exec ${program!} ${folder}/password.conf --port ${port} --bind 127.0.0.1`)
    .replaceAll("/tmp/password.conf", `${folder}/password.conf`)
    .replaceAll("/run/secrets", folder)
    .replace("--dir /data", `--dir ${folder}/data`);
  return spawn(shell, [options, moved], { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "pipe"] });
}

/** What Redis says to some commands, one line each. */
async function say(port: number, ...commands: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.end(`${[...commands, "QUIT"].join("\r\n")}\r\n`);
  let text = "";
  for await (const part of socket.setEncoding("utf8")) text += String(part);
  return text;
}

describe.skipIf(program === null)("the Redis of the compose file, on a real Redis", () => {
  it("asks for the password of the secret, writes down what it acknowledges and drops nothing for want of memory", async () => {
    writeFileSync(join(folder, "redis_url"), "redis://:hunter2hunter2@redis:6379");
    const port = await freePort();
    started = start(port);
    await vi.waitFor(async () => expect(await say(port, "PING")).toContain("NOAUTH"), { timeout: 20_000 });
    const said = await say(port, "AUTH hunter2hunter2", "CONFIG GET maxmemory-policy", "CONFIG GET appendonly", "CONFIG GET maxmemory", "CONFIG GET save");
    for (const expected of ["noeviction", "appendonly\r\n$3\r\nyes", String(Math.floor((512 * 60) / 100) * 1024 * 1024)]) expect(said).toContain(expected);
    expect(said.split("save\r\n")[1]).toMatch(/^\$0/);
  });

  it("does not start without a password", async () => {
    writeFileSync(join(folder, "redis_url"), "redis://redis:6379");
    started = start(await freePort());
    let text = "";
    started.stderr!.setEncoding("utf8").on("data", (part: string) => (text += part));
    const [code] = (await once(started, "close")) as [number];
    expect(code).toBe(1);
    expect(text).toContain("redis_url");
  });
});
