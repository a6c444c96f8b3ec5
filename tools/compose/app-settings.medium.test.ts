import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadConfig } from "@memory-cortex/config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { commandOutput } from "../test/command-output.ts";
import { environmentHere } from "./environment-here.ts";
import { readComposeApps } from "./read-compose-apps.ts";
import { ROOT } from "./read-compose.ts";

let folder: string;
let secrets: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cortex-settings-"));
  secrets = join(folder, "secrets");
  mkdirSync(join(folder, "deploy"));
  copyFileSync(join(ROOT, "deploy", "prepare.sh"), join(folder, "deploy", "prepare.sh"));
  copyFileSync(join(ROOT, ".env.example"), join(folder, ".env.example"));
  expect(spawnSync("sh", ["deploy/prepare.sh"], { cwd: folder }).status).toBe(0);
  // Docker mounts each secret under its name.
  renameSync(join(secrets, "tokens.json"), join(secrets, "tokens"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the settings that the compose file gives", () => {
  it.each(readComposeApps())("$name: are understood, every one of them", (app) => {
    const environment = environmentHere(app, { addresses: {}, secrets, instead: { CORTEX_HOME: join(folder, "home") } });
    const { config, warnings } = loadConfig({ environment });
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({ host: "0.0.0.0", port: app.port, boltUrl: "bolt://memgraph:7687", boltUsername: "cortex", modelDownload: false, llm: "none", llmApiKey: null });
    expect(config.boltPassword).toMatch(/^[0-9a-f]{64}$/);
    expect(config.redisUrl).toMatch(/^redis:\/\/:[0-9a-f]{64}@redis:6379$/);
    expect(config.embedders.map(({ kind }) => kind)).toEqual(["static", "ollama"]);
    expect(config.tokens.map(({ roles, users }) => ({ roles, users }))).toEqual([{ roles: ["read", "write", "admin"], users: undefined }, { roles: ["read"], users: ["prometheus"] }]);
  });

  it("are for the one who made them alone, and for the containers that name them", () => {
    const modes = ["", "tokens", "bolt_password", "redis_url"].map((name) => statSync(join(secrets, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o644, 0o644, 0o644]);
  });

  it("take the key of a language model from its file", () => {
    writeFileSync(join(secrets, "llm_api_key"), "a-key\n");
    const [app] = readComposeApps();
    const environment = environmentHere(app!, { addresses: {}, secrets, instead: { CORTEX_HOME: folder, CORTEX_LLM: "anthropic" } });
    expect(loadConfig({ environment }).config.llmApiKey).toBe("a-key");
  });
});

describe("deploy/healthcheck.mjs", () => {
  const check = (port: number) => commandOutput([process.execPath, "deploy/healthcheck.mjs"], { cwd: ROOT, environment: { CORTEX_PORT: String(port) }, limit: 20_000 });

  it.each([
    [200, { status: "degraded", parts: { store: { status: "ok", why: null }, queue: { status: "down", why: "Redis cannot be reached." } } }, 0, "degraded; queue: Redis cannot be reached.\n"],
    [503, { status: "down", parts: { store: { status: "down", why: null } } }, 1, "down; store: down\n"],
  ])("ends by the answer of /readyz: %s", async (status, body, code, text) => {
    const server = createServer((request, response) => response.writeHead(request.url === "/readyz" ? status : 404).end(JSON.stringify(body)));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    try {
      expect(await check((server.address() as AddressInfo).port)).toEqual({ code, text });
    } finally {
      server.close();
    }
  });

  it("fails where nobody answers", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await check(port)).toMatchObject({ code: 1 });
  });
});
