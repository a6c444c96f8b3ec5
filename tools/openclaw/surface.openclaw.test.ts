import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { lastUserText, systemPromptOf } from "./fake-model.ts";
import { GROUP, NOTES, patientConfiguration } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const RULE = "Always answer Ann in short sentences.";

let agent: Agent;

interface ToolResult {
  result?: { details?: Record<string, unknown> };
}

/** Calls a tool as in one conversation: what it gave as data. */
async function called(tool: string, parameters: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { status, body } = await agent.host.invoke(tool, parameters);
  if (status !== 200) throw new Error(`${tool} answered ${status}: ${JSON.stringify(body)}\n${agent.host.log()}`);
  return (body as ToolResult).result?.details ?? {};
}

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("OpenClaw with this memory, its hooks shut out of conversations", () => {
  beforeAll(async () => {
    agent = await startAgent({ config: patientConfiguration });
    const ended = await agent.cortex("connect", "openclaw", "--yes");
    if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
    const connected = await readFile(agent.host.configFile, "utf8");
    const shut = connected.replace(/(["']?allowConversationAccess["']?:\s*)true/, "$1false");
    expect(shut).not.toBe(connected);
    await writeFile(agent.host.configFile, shut);
    await agent.service.post("/v1/remember", { user_id: "ann", content: RULE, type: "rule", importance: 0.9 });
    await agent.host.startGateway();
  }, 240_000);
  afterAll(() => agent.close());

  it("carries what matters most in the system prompt instead, beside MEMORY.md", async () => {
    await agent.host.turn("agent:main:plain", "What is a good way to peel garlic?");
    const request = agent.model.requests.findLast((one) => lastUserText(one).includes("peel garlic"))!;
    const prompt = systemPromptOf(request);
    expect(prompt).toContain(RULE);
    expect(prompt).toContain("untrusted notes");
    expect(prompt).toContain("Nothing is recalled by itself here");
    expect(prompt).toContain(NOTES.memory);
    expect(lastUserText(request)).not.toContain(RULE);
    await agent.host.turn("agent:main:plain", "And an onion?");
    expect(systemPromptOf(agent.model.requests.at(-1)!)).toBe(prompt);
  });

  it("carries nothing of it into a group", async () => {
    await agent.host.turn(`agent:main:telegram:group:${GROUP.id}`, "How do I boil an egg, everybody?");
    const request = agent.model.requests.findLast((one) => lastUserText(one).includes("boil an egg"))!;
    expect(systemPromptOf(request)).not.toContain(RULE);
  });

  it("says so in doctor, with the command that helps", async () => {
    const { code, stdout } = await agent.host.run("cortex", "doctor");
    expect(code).toBe(1);
    expect(stdout).toContain("openclaw config set plugins.entries.memory-cortex.hooks.allowConversationAccess true");
  });

  it("keeps tools to the files they may touch", async () => {
    await writeFile(join(agent.host.workspace, "SECRET.md"), "nobody reads this");
    expect(await called("memory_get", { path: "MEMORY.md" })).toMatchObject({ status: "ok" });
    for (const path of ["SECRET.md", "../state/openclaw.json", "/etc/hostname"]) expect(await called("memory_get", { path })).toMatchObject({ status: "error", code: "MEMORY_PATH_NOT_ALLOWED" });
    expect(JSON.stringify(await called("memory_search", { query: "Albatross boat" }))).toContain("MEMORY.md");
    const { path } = await called("memory_export", { outPath: "copy.jsonl" });
    expect(path).toBe(join(agent.host.stateFolder, "memory-cortex", "exports", "copy.jsonl"));
    expect(await readFile(path as string, "utf8")).toContain(RULE);
    expect(await called("memory_export", { outPath: "../openclaw.json" })).toMatchObject({ error: "path_not_allowed" });
  });
});
