import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MCP_HOSTS } from "./mcp-hosts.ts";
import { probeServer } from "./probe-server.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-hosts-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("finds the file that Claude Desktop reads on Windows when it is packaged", async () => {
  const desktop = MCP_HOSTS.find(({ name }) => name === "claude-desktop")!;
  const variables = { platform: "win32", home: folder, xdgConfig: null, appData: join(folder, "Roaming"), localAppData: join(folder, "Local"), claudeFolder: null, codexFolder: null, path: "" };
  const packaged = join(folder, "Local", "Packages", "Claude_pzs8", "LocalCache", "Roaming");
  await mkdir(join(folder, "Roaming", "Claude"), { recursive: true });
  expect(desktop.find(variables)).toEqual({ path: join(folder, "Roaming", "Claude", "claude_desktop_config.json"), isInstalled: true });
  await mkdir(packaged, { recursive: true });
  expect(desktop.find(variables)).toEqual({ path: join(packaged, "Claude", "claude_desktop_config.json"), isInstalled: false });
  await mkdir(join(packaged, "Claude"));
  expect(desktop.find(variables).isInstalled).toBe(true);
});

describe("probeServer", () => {
  const probe = async (script: string, timeoutMs = 5_000) => {
    const file = join(folder, "server.mjs");
    await writeFile(file, script);
    return probeServer({ command: process.execPath, args: [file], env: { CORTEX_HOME: folder } }, { HOME: folder, PATH: "" }, timeoutMs);
  };
  const SERVER = `
    import { createInterface } from "node:readline";
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      if (method === "initialize") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { serverInfo: { name: "kite", version: "1.2" } } }));
      if (method === "tools/list") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [{ name: "recall" }] } }));
    }`;

  it("shakes hands and asks for the tools", async () => {
    expect(await probe(SERVER)).toEqual({ ok: true, message: "kite 1.2 answers, with 1 tools.", tools: ["recall"] });
  });

  it.each([
    ['{ content: [{ type: "text", text: "{}" }] }', { ok: true, message: "kite 1.2 answers, with 2 tools, and reaches the memory." }],
    ['{ isError: true, content: [{ type: "text", text: "No service answers." }] }', { ok: false, message: "kite 1.2 answers, with 2 tools, but does not reach the memory: No service answers." }],
  ])("asks one of our tools for the memory: %s", async (result, expected) => {
    const ours = SERVER.replace('[{ name: "recall" }]', '[{ name: "recall" }, { name: "stats" }]').replace(/\}\s*$/, `if (method === "tools/call") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: ${result} }));\n}`);
    expect(await probe(ours)).toMatchObject({ ...expected, tools: ["recall", "stats"] });
  });

  it("hands down no environment of its own", async () => {
    const home = "if (process.env.VITEST !== undefined) process.exit(7);";
    expect((await probe(`${home}${SERVER}`)).ok).toBe(true);
  });

  it.each([
    ["ends at once", 'console.error("No user is named."); process.exit(2);', /ended with 2 before it answered\. It said: No user is named\./],
    ["speaks something else", 'console.log("Hello!"); process.stdin.resume();', /no MCP/],
    ["answers with an error", 'process.stdin.once("data", () => console.log(JSON.stringify({ id: 1, error: { message: "Not today" } }))); process.stdin.resume();', /Not today/],
  ])("tells of a server that %s", async (_, script, message) => {
    expect(await probe(script)).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it("ends a server that never answers", async () => {
    expect(await probe("process.stdin.resume(); setInterval(() => {}, 1_000);", 300)).toMatchObject({ ok: false, message: expect.stringContaining("0.3 s") });
  });

  it("tells of a command that is not there", async () => {
    expect(await probeServer({ command: join(folder, "none"), args: [], env: {} }, { HOME: folder, PATH: "" })).toMatchObject({ ok: false });
  });
});
