import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { memoryService } from "../openclaw/memory-service.ts";
import type { MemoryService } from "../openclaw/memory-service.ts";
import { runCommand } from "../openclaw/run-command.ts";
import { CODEX } from "./prepare-hosts.ts";

const PROGRAM = process.env[CODEX.variable] ?? "";
const BEFORE = '# mine\nmodel = "gpt-5" # good\n\n[mcp_servers.other]\ncommand = "x"\n';

let home: string;
let service: MemoryService;

describe.skipIf(PROGRAM === "")("a real Codex", () => {
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "memory-cortex-codex-"));
    await mkdir(join(home, ".codex"));
    await writeFile(join(home, ".codex", "config.toml"), BEFORE);
    service = await memoryService(home, { CORTEX_EMBEDDERS: "[]" });
    await service.start();
  });

  afterAll(async () => {
    await service.stop();
    await rm(home, { recursive: true, force: true });
  });

  const codex = (...parameters: string[]) => runCommand({ program: PROGRAM, parameters, environment: { PATH: process.env["PATH"] ?? "", HOME: home }, folder: home });

  it("reads the table that was written beside its own, and the file is as before once it is disconnected", async () => {
    expect(await service.cortex(["connect", "codex", "--yes"], { HOME: home })).toMatchObject({ code: 0 });
    const { code, stdout } = await codex("mcp", "list", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ name: "other" }), expect.objectContaining({ name: "memory-cortex", enabled: true })]));
    expect(await service.cortex(["disconnect", "codex", "--yes"], { HOME: home })).toMatchObject({ code: 0 });
    expect(await readFile(join(home, ".codex", "config.toml"), "utf8")).toBe(BEFORE);
  });
});
