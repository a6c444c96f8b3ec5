import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cortex, startService, throwawayHome } from "./cortex-process.ts";
import type { Finished, Service } from "./cortex-process.ts";

let remove: () => Promise<void>;
let service: Service;

beforeAll(async () => {
  const made = await throwawayHome();
  remove = made.remove;
  service = await startService(made.home, { CORTEX_EMBEDDERS: "[]" });
});

afterAll(async () => {
  await service.stop();
  await remove();
});

const run = (...parameters: string[]): Promise<Finished> => cortex(service.home, parameters, { CORTEX_USER: "ann", CORTEX_PORT: String(service.port), XDG_CONFIG_HOME: join(service.home, ".config") });

async function put(path: string, content: string): Promise<string> {
  const file = join(service.home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

interface Connected {
  file: string;
  changes: boolean;
  probe: { ok: boolean; message: string; tools: string[] };
  next: string;
}

// Paths of Linux; those of macOS and Windows are in the small test beside the table of hosts.
const HOSTS: [string, string, string][] = [
  ["claude-code", ".claude.json", '{\n  "numStartups": 34,\n  "projects": {\n    "/home/ann/kite": { "allowedTools": [] }\n  },\n  "mcpServers": {}\n}'],
  ["claude-desktop", ".config/Claude/claude_desktop_config.json", '{"globalShortcut": "Ctrl+Space"}\n'],
  ["cursor", ".cursor/mcp.json", '{\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t}\n}\n'],
  ["codex", ".codex/config.toml", '# mine\nmodel = "gpt"\n\n[mcp_servers.other]\ncommand = "x"\n'],
];

describe("cortex connect, for hosts that start MCP servers", () => {
  it.each(HOSTS)("%s: shows, connects, really answers, and takes it back byte for byte", async (host, path, before) => {
    const file = await put(path, before);
    expect(await run("connect", host, "--dry-run")).toMatchObject({ code: 0, stdout: "Nothing was changed.\n", stderr: expect.stringMatching(/^\+.*memory-cortex/m) });
    expect(await run("connect", host)).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await readFile(file, "utf8")).toBe(before);

    const { code, stdout } = await run("connect", host, "--yes", "--json");
    const connected = JSON.parse(stdout) as Connected;
    expect({ code, ...connected }).toMatchObject({ code: 0, file, changes: true, probe: { ok: true, tools: expect.arrayContaining(["recall", "remember"]) } });
    expect(await readFile(file, "utf8")).toContain("--user");
    expect(await run("connect", host, "--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("Connected already") });

    expect(await run("disconnect", host, "--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("byte for byte") });
    expect(await readFile(file, "utf8")).toBe(before);
    expect(await run("disconnect", host, "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("is not connected") });
  });

  it("says that a host is not there, and takes a file that is named", async () => {
    const bare = join(service.home, "bare");
    await mkdir(bare);
    const nowhere = await cortex(bare, ["connect", "cursor", "--yes", "--json"], { CORTEX_USER: "ann" });
    expect(nowhere.code).toBe(1);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ error: { code: "host_not_found", fix: expect.stringContaining("--file") } });
    const file = join(bare, "somewhere", "mcp.json");
    expect(await cortex(bare, ["connect", "cursor", "--yes", "--file", file], { CORTEX_USER: "ann", CORTEX_PORT: String(service.port) })).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ mcpServers: { "memory-cortex": { type: "stdio" } } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await cortex(bare, ["disconnect", "cursor", "--yes", "--file", file], {})).toMatchObject({ code: 0 });
    await expect(stat(dirname(file))).rejects.toThrow("ENOENT");
  });

  it("connects while the service is down, says so, and names the way back of that file", async () => {
    const bare = join(service.home, "down");
    const file = join(bare, "mcp.json");
    await mkdir(bare);
    const { code, stdout } = await cortex(bare, ["connect", "cursor", "--yes", "--file", file], { CORTEX_USER: "ann", CORTEX_PORT: String(await freePort()) });
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/not usable yet: .*No service answers.*cortex up/) });
    expect(stdout).toContain(`The way back: cortex disconnect cursor --file ${file}`);
  });

  it("takes out an entry that nobody recorded", async () => {
    const file = await put(".cursor/mcp.json", '{ "mcpServers": { "other": {}, "memory-cortex": { "command": "by hand" } } }');
    expect(await run("disconnect", "cursor", "--yes")).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ mcpServers: { other: {} } });
  });

  it("leaves a file alone that it cannot read", async () => {
    const file = await put(".cursor/mcp.json", '{ "mcpServers": ');
    expect(await run("connect", "cursor", "--yes")).toMatchObject({ code: 1, stderr: expect.stringMatching(/mcp\.json is not a JSON object/) });
    expect(await readFile(file, "utf8")).toBe('{ "mcpServers": ');
  });
});
