import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { memoryService } from "../openclaw/memory-service.ts";
import type { MemoryService } from "../openclaw/memory-service.ts";
import { runCommand } from "../openclaw/run-command.ts";
import type { Ended } from "../openclaw/run-command.ts";
import { fakeMessagesApi } from "./fake-messages-api.ts";
import type { FakeMessagesApi } from "./fake-messages-api.ts";
import { CLAUDE_CODE } from "./prepare-hosts.ts";

const PROGRAM = process.env[CLAUDE_CODE.variable] ?? "";
const ANSWER = "Noted, as you say.";
const SETTINGS = '{\n  "model": "opus"\n}\n';

let home: string;
let service: MemoryService;
let api: FakeMessagesApi;

/** Claude Code with a home of its own and a model on loopback, as somebody types it. */
async function claude(...parameters: string[]): Promise<Ended> {
  const environment = {
    PATH: process.env["PATH"] ?? "", HOME: home, TERM: "dumb", ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1",
  };
  return runCommand({ program: PROGRAM, parameters, environment, folder: join(home, "kite") });
}

/** One prompt to its answer; the session's id. */
async function ask(prompt: string, ...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await claude("-p", prompt, "--output-format", "json", ...more);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { result, session_id } = JSON.parse(stdout) as { result: string; session_id: string };
  expect(result).toBe(ANSWER);
  return session_id;
}

const cortex = (...parameters: string[]): Promise<Ended> => service.cortex(parameters, { HOME: home });
const turnsOf = async (session: string): Promise<string[]> =>
  (await service.get<{ turns: { text: string }[] }>(`/v1/sessions/claude-code:${session}/turns?user_id=ann`)).turns.map(({ text }) => text);

describe.skipIf(PROGRAM === "")("a real Claude Code", () => {
  let first: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "memory-cortex-claude-code-"));
    await mkdir(join(home, "kite"));
    await mkdir(join(home, ".claude"));
    await writeFile(join(home, ".claude", "settings.json"), SETTINGS);
    api = await fakeMessagesApi(ANSWER);
    service = await memoryService(home, { CORTEX_EMBEDDERS: "[]" });
    await service.start();
  });

  afterAll(async () => {
    await service.stop();
    await api.close();
    await rm(home, { recursive: true, force: true });
  });

  it("finds the server that was connected", async () => {
    expect(await cortex("connect", "claude-code", "--yes")).toMatchObject({ code: 0 });
    expect((await claude("mcp", "list")).stdout).toMatch(/^memory-cortex: .*Connected/m);
  });

  it("tells the hooks what was said, once, without what stands around it", async () => {
    expect(await cortex("hook", "install", "--global", "--yes")).toMatchObject({ code: 0 });
    first = await ask("The kite server listens on port 8471.");
    expect(await turnsOf(first)).toEqual(["The kite server listens on port 8471.", ANSWER]);
  });

  it("gives the model what another session said, and not what its own says", async () => {
    await ask("Which port does the kite server use?");
    expect(api.asked.at(-1)).toMatch(/UserPromptSubmit hook additional context: <memory-cortex>[^]*8471/);
    await ask("Which port does the kite server use, again?", "--resume", first);
    expect(api.asked.at(-1)).toContain("<memory-cortex>");
    expect(/<memory-cortex>[^]*?<\/memory-cortex>/.exec(api.asked.at(-1)!)![0]).not.toContain("port 8471");
  });

  it("shows the session's own memories again once it was compacted", async () => {
    await claude("-p", "/compact", "--resume", first);
    await ask("And which port was that of the kite server?", "--resume", first);
    expect(/.*(<memory-cortex>[^]*?<\/memory-cortex>)/s.exec(api.asked.at(-1)!)![1]).toContain("8471");
  });

  it("does not say twice what a fork copied", async () => {
    const fork = await ask("The kite backup runs at four.", "--resume", first, "--fork-session");
    expect(fork).not.toBe(first);
    expect(await turnsOf(fork)).toEqual(["The kite backup runs at four.", ANSWER]);
  });

  it("answers while the service is down, and what was said then comes with the next turn", async () => {
    await service.kill();
    const lost = await ask("The kite festival is in June.");
    await service.start();
    await ask("Thanks, that is all.");
    expect(await turnsOf(lost)).toEqual(["The kite festival is in June.", ANSWER]);
  });

  it("is as before once it is disconnected", async () => {
    expect(await cortex("hook", "uninstall", "--global", "--yes")).toMatchObject({ code: 0 });
    expect(await readFile(join(home, ".claude", "settings.json"), "utf8")).toBe(SETTINGS);
    expect(await cortex("disconnect", "claude-code", "--yes")).toMatchObject({ code: 0 });
    expect((await claude("mcp", "list")).stdout).not.toContain("memory-cortex");
  });
});
