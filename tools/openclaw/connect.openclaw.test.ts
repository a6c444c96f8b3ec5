import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { NOTES, configuration } from "./openclaw-host.ts";
import type { ConfigurationParts } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

interface Check {
  check: string;
  status: string;
  message: string;
  fix: string | null;
}

let agent: Agent;

const configText = (): Promise<string> => readFile(agent.host.configFile, "utf8");

async function json<Value>(...parameters: string[]): Promise<{ code: number | null; value: Value }> {
  const { code, stdout, stderr } = await agent.cortex(...parameters, "--json");
  if (stdout.trim() === "") throw new Error(`cortex ${parameters.join(" ")} said nothing but ${stderr}`);
  return { code, value: JSON.parse(stdout) as Value };
}

const troublesOf = (checks: readonly Check[]): string[] => checks.filter(({ status }) => status !== "ok").map(({ check, message }) => `${check}: ${message}`);

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("connecting OpenClaw", () => {
  let before: string;
  beforeAll(async () => {
    agent = await startAgent();
    before = await configText();
  }, 240_000);
  afterAll(() => agent.close());

  it("shows the change and makes none when asked to", async () => {
    const { code, stderr } = await agent.cortex("connect", "openclaw", "--dry-run");
    expect(code).toBe(0);
    expect(stderr).toContain("allowConversationAccess");
    expect(await configText()).toBe(before);
  });

  it("makes none without a yes", async () => {
    const { code, stderr } = await agent.cortex("connect", "openclaw");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--yes")]);
    expect(await configText()).toBe(before);
  });

  it("connects by one command, and OpenClaw itself says that it is right", async () => {
    const { code, value } = await json<{ memory_before: string; changed: boolean; checks: Check[] }>("connect", "openclaw", "--yes");
    expect(troublesOf(value.checks)).toEqual([]);
    expect({ code, ...value }).toMatchObject({ code: 0, memory_before: "memory-core", changed: true });
    expect(await configText()).toContain("// Ann's agent. Do not reorder!");
    const inspected = await agent.host.run("plugins", "inspect", "memory-cortex", "--runtime", "--json");
    expect(JSON.parse(inspected.stdout)).toMatchObject({ plugin: { id: "memory-cortex", status: "loaded" } });
    // It says of every plugin that is loaded from a folder that it cannot verify where that came from, and that memory-core rests.
    const { stdout } = await agent.host.run("plugins", "doctor");
    const said = stdout.split("\n").filter((line) => line.startsWith("- ") && !/verify where this plugin came from|not selected for the memory slot/.test(line));
    expect(said).toEqual([]);
  });

  it("connecting again changes nothing", async () => {
    const connected = await configText();
    const { code, value } = await json<{ changed: boolean }>("connect", "openclaw", "--yes");
    expect([code, value.changed]).toEqual([0, false]);
    expect(await configText()).toBe(connected);
  });

  it("the doctor finds nothing amiss but that no turn was seen yet", async () => {
    const { code, value } = await json<{ checks: Check[] }>("doctor", "openclaw");
    expect([code, troublesOf(value.checks)]).toEqual([0, [expect.stringMatching(/^turns: No turn/)]]);
  });

  it("disconnecting restores the file byte for byte", async () => {
    expect((await agent.cortex("disconnect", "openclaw", "--yes")).code).toBe(0);
    expect(await configText()).toBe(before);
    const { value } = await json<{ error: { code: string } }>("disconnect", "openclaw", "--yes");
    expect(value.error.code).toBe("not_connected");
  });

  it("the doctor says what is not connected", async () => {
    const { code, value } = await json<{ checks: Check[] }>("doctor", "openclaw");
    expect(code).toBe(1);
    expect(value.checks.filter(({ status }) => status === "failed").map(({ check }) => check)).toEqual(expect.arrayContaining(["slot", "load path", "hooks", "plugin"]));
    expect(value.checks.filter(({ status, fix }) => status !== "ok" && fix === null)).toEqual([]);
  });

  it("leaves OpenClaw alone while the service is down", async () => {
    await agent.service.stop();
    const { code, value } = await json<{ error: { code: string; fix: string } }>("connect", "openclaw", "--yes");
    expect([code, value.error.code]).toEqual([4, "not_running"]);
    expect(await configText()).toBe(before);
    await agent.service.start();
  });

  it("what others change meanwhile stays, and the old slot comes back", async () => {
    await agent.cortex("connect", "openclaw", "--yes");
    await writeFile(agent.host.configFile, (await configText()).replace("every: '0m'", "every: '2h'"));
    const { code, value } = await json<{ files: { how: string }[] }>("disconnect", "openclaw", "--yes");
    expect([code, value.files.map(({ how }) => how)]).toEqual([0, ["keys"]]);
    const quotes = (text: string): string => text.replaceAll('"', "'");
    expect(quotes(await configText())).toBe(quotes(before.replace("every: '0m'", "every: '2h'")));
    await writeFile(agent.host.configFile, before);
  });
});

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("connecting OpenClaw while its gateway runs", () => {
  let golden: string;
  beforeAll(async () => {
    // Notes that only the old memory searches.
    const config = (parts: ConfigurationParts): string => configuration(parts).replace("  plugins: {", `  memory: { search: { extraPaths: ['${join(parts.workspace, "..", "garden")}'] } },\n  plugins: {`);
    agent = await startAgent({ config });
    golden = join(agent.host.workspace, "..", "golden.jsonl");
    const notes = join(agent.host.workspace, "..", "garden");
    await mkdir(notes, { recursive: true });
    await writeFile(join(notes, "gate.md"), "# Garden\n\nBy the gate stands an old larch.\n");
    await agent.host.startGateway();
  }, 240_000);
  afterAll(() => agent.close());

  const ask = (lines: readonly object[]): Promise<void> => writeFile(golden, lines.map((line) => JSON.stringify(line)).join("\n"));

  it("the canary goes back to the old memory by itself when the new one knows less", async () => {
    const before = await configText();
    await ask([{ question: "What is the boat called?", text: [NOTES.memory] }, { question: "Which tree stands by the gate?", text: ["an old larch"] }]);
    const { code, value } = await json<{ rolled_back: boolean; canary: object }>("connect", "openclaw", "--yes", "--canary", golden);
    expect(value.canary).toMatchObject({ asked: 2, worse: true, old: { memory: "memory-core", answered: 2 }, new: { memory: "memory-cortex", answered: 1 }, lost: ["line 2"] });
    expect([code, value.rolled_back]).toEqual([1, true]);
    expect(await configText()).toBe(before);
  });

  it("the canary stays when the new one knows as much", async () => {
    await agent.service.post("/v1/remember", { user_id: "ann", content: "The bicycle of Ann is a green Gazelle." });
    await ask([{ question: "Which bicycle does Ann have?", text: ["green Gazelle"] }]);
    const { code, value } = await json<{ rolled_back: boolean; canary: { new: { answered: number } }; checks: Check[] }>("connect", "openclaw", "--yes", "--canary", golden);
    expect([value.rolled_back, value.canary.new.answered]).toEqual([false, 1]);
    expect([code, troublesOf(value.checks)]).toEqual([0, []]);
  });

  it("the doctor finds no failure in a gateway that runs with it", async () => {
    const { code, value } = await json<{ checks: Check[] }>("doctor", "openclaw");
    expect([code, value.checks.filter(({ status }) => status === "failed")]).toEqual([0, []]);
  });

  it.each([
    ["the service is down", async () => agent.service.stop(), async () => agent.service.start(), "service"],
    ["the plugin is of another version", async () => patchPlugin('"version": "0.0.1"'), async () => agent.cortex("connect", "openclaw", "--yes"), "plugin"],
  ])("the doctor finds: %s", async (_what, spoil, mend, check) => {
    await spoil();
    const { code, value } = await json<{ checks: Check[] }>("doctor", "openclaw");
    await mend();
    expect([code, value.checks.filter(({ status }) => status === "failed").map((one) => one.check)]).toEqual([1, expect.arrayContaining([check])]);
  });

  async function patchPlugin(version: string): Promise<void> {
    const file = join(agent.service.home, "openclaw", "plugin", "package.json");
    await writeFile(file, (await readFile(file, "utf8")).replace(/"version":\s*"[^"]*"/, version));
  }
});
