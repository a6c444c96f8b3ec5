import { spawn } from "node:child_process";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createDoor } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Finished, Service } from "./cortex-process.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let remove: () => Promise<void>;
let service: Service;
let project: string;

beforeAll(async () => {
  const made = await throwawayHome();
  remove = made.remove;
  const folder = await testModelFolder();
  service = await startService(made.home, folder === null ? { CORTEX_EMBEDDERS: "[]" } : { CORTEX_MODEL_FOLDER: folder });
  project = join(made.home, "kite");
  await mkdir(join(project, ".git"), { recursive: true });
  await writeFile(join(project, ".git", "config"), '[remote "origin"]\n\turl = git@github.com:ann/kite.git\n');
});

afterAll(async () => {
  await service.stop();
  await remove();
});

/** As Claude Code runs it: a command, an event on standard input. */
async function hook(parameters: readonly string[], event: unknown, environment: Record<string, string> = {}, command: readonly string[] = ["hook", ...parameters]): Promise<Finished> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: service.home, CORTEX_HOME: service.home, CORTEX_USER: "ann", CORTEX_PORT: String(service.port), ...environment };
  const child = spawn(process.execPath, [MAIN, ...command], { env, cwd: service.home, stdio: "pipe" });
  const finished = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (finished.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (finished.stderr += text));
  child.stdin.end(typeof event === "string" ? event : JSON.stringify(event));
  const code = await new Promise<number | null>((resolve) => void child.once("close", resolve));
  return { code, ...finished };
}

const SILENT = { code: 0, stdout: "", stderr: "" };
const event = (name: string, over: object) => ({ session_id: "s1", prompt_id: "p", transcript_path: join(project, "s1.jsonl"), cwd: project, permission_mode: "default", hook_event_name: name, ...over });
const submit = (prompt: string, over: object = {}) => hook(["pre"], event("UserPromptSubmit", { prompt, ...over }));
const stop = (over: object = {}) => hook(["post"], event("Stop", { stop_hook_active: false, background_tasks: [], session_crons: [], ...over }));
const contextOf = ({ stdout }: Finished): string => (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;

let count = 0;
const say = (role: "user" | "assistant", content: unknown, over: object = {}) =>
  appendFile(join(project, "s1.jsonl"), `${JSON.stringify({ type: role, uuid: `u${(count += 1)}`, sessionId: "s1", isSidechain: false, timestamp: new Date(Date.UTC(2026, 7, 10, 12, count)).toISOString(), message: { id: `m${count}`, role, content }, ...over })}\n`);

describe("the hooks of Claude Code", () => {
  it("say nothing of somebody whom nobody knows", async () => {
    expect(await submit("Which port does the kite server use?")).toEqual(SILENT);
  });

  it("capture what was said, and nothing of tools, notices and our own block", async () => {
    await say("user", "The kite server listens on port 8471 at home.");
    await say("assistant", [{ type: "thinking", thinking: "zebra" }, { type: "text", text: "I look it up." }, { type: "tool_use", id: "t1", name: "Read", input: { file: "walrus" } }]);
    await say("user", [{ type: "tool_result", tool_use_id: "t1", content: "pelican" }], { toolUseResult: { stdout: "pelican" } });
    await say("user", "ostrich", { isMeta: true });
    await appendFile(join(project, "s1.jsonl"), `${JSON.stringify({ type: "attachment", uuid: "x1", attachment: { type: "hook_additional_context", content: ["<memory-cortex>flamingo</memory-cortex>"] } })}\n`);
    await say("assistant", [{ type: "text", text: "Port 8471, noted." }]);
    expect(await stop({ last_assistant_message: "Port 8471, noted." })).toEqual(SILENT);
    expect(await stop({ last_assistant_message: "Port 8471, noted." })).toEqual(SILENT);

    const { turns } = await service.get<{ turns: { text: string; role: string }[] }>("/v1/sessions/claude-code:s1/turns?user_id=ann");
    expect(turns.map(({ role, text }) => [role, text])).toEqual([["user", "The kite server listens on port 8471 at home."], ["assistant", "Port 8471, noted."]]);
    const { sessions } = await service.get<{ sessions: object[] }>("/v1/sessions?user_id=ann");
    expect(sessions).toMatchObject([{ session_id: "claude-code:s1", channel: "claude-code" }]);
  });

  it("bring it into another session, and not into the one that said it", async () => {
    await service.run("remember", "The kite server is called heron.", "--project", "github.com/ann/other");
    await service.run("flush");
    const context = contextOf(await submit("Which port does the kite server use?", { session_id: "s2" }));
    expect(context).toMatch(/^<memory-cortex>[^]*untrusted[^]*8471[^]*<\/memory-cortex>$/i);
    expect(context, "what is known of another project, or of all, stays visible").toContain("heron");
    expect(context.length).toBeLessThan(10_000);

    const own = await submit("Which port does the kite server use?");
    expect(own.code).toBe(0);
    expect(own.stdout).toContain("heron");
    expect(own.stdout).not.toContain("port 8471");
  });

  it("put nothing into a session twice", async () => {
    expect((await submit("Which port does the kite server use, again?", { session_id: "s2" })).stdout).not.toMatch(/8471|heron/);
  });

  it("keep what was captured for good", async () => {
    const { memories } = await service.get<{ memories: { lifetime: string; project: string | null; content: string }[] }>("/v1/memories?user_id=ann&limit=50");
    expect(memories.length).toBeGreaterThan(0);
    for (const memory of memories) expect(memory.lifetime).toBe("permanent");
  });

  it("bring back what was said before a compaction", async () => {
    await say("user", "This session is being continued from a previous conversation.", { isCompactSummary: true });
    expect((await submit("Which port does the kite server use?")).stdout).toContain("8471");
  });

  it("capture of a fork what was said in it, and not its copy of the session before", async () => {
    const forked = join(project, "s8.jsonl");
    const lines = [
      { type: "user", uuid: "u1", sessionId: "s8", message: { role: "user", content: "The kite server listens on port 8471 at home." } },
      { type: "assistant", uuid: "a1", sessionId: "s8", requestSessionId: "s1", message: { id: "m1", role: "assistant", content: "Port 8471, noted." } },
      { type: "user", uuid: "u9", sessionId: "s8", message: { role: "user", content: "The kite backup runs at four." } },
      { type: "assistant", uuid: "a9", sessionId: "s8", message: { id: "m9", role: "assistant", content: "At four." } },
    ];
    await writeFile(forked, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    expect(await stop({ session_id: "s8", transcript_path: forked, last_assistant_message: "At four." })).toEqual(SILENT);
    const { turns } = await service.get<{ turns: { text: string }[] }>("/v1/sessions/claude-code:s8/turns?user_id=ann");
    expect(turns.map(({ text }) => text)).toEqual(["The kite backup runs at four.", "At four."]);
  });

  it.each([
    ["a trivial prompt", { prompt: "ok 👍" }],
    ["a slash command", { prompt: "/clear" }],
    ["a notice of the program", { prompt: "<task-notification>\n<task-id>1</task-id>\n</task-notification>" }],
    ["a sub-agent", { prompt: "Which port does the kite server use?", agent_id: "a1", session_id: "s3" }],
  ])("are silent at %s", async (_, over) => {
    expect(await submit("", over)).toEqual(SILENT);
  });

  it("do not wait for a service that never answers", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    try {
      expect(await hook(["pre", "--url", url], event("UserPromptSubmit", { prompt: "Which port?", session_id: "s4" }))).toEqual({ ...SILENT, stderr: expect.stringMatching(/^memory-cortex: No answer within 1\.5 s\.[^\n]*\n$/) });
    } finally {
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    }
  });

  it("never end with 2, which would take the prompt back", async () => {
    expect(await hook(["pre"], "no event")).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^memory-cortex: [^\n]*no hook event[^\n]*\n$/) });
    expect(await hook(["pre", "--nonsense", "x"], event("UserPromptSubmit", { prompt: "ok" }))).toEqual(SILENT);
    expect((await hook(["pre", "--user"], event("UserPromptSubmit", { prompt: "ok" }))).code).toBe(1);
    expect((await hook(["post"], "{}", { CORTEX_PORT: "many" })).code).toBe(1);
  });

  it("stay out of the way when the service is down, and send what was said once it is back", async () => {
    const port = await freePort();
    const there = ["--url", `http://127.0.0.1:${port}`];
    const line = /^memory-cortex: No service answers at [^\n]+\n$/;
    const unsent = { session_id: "s5", transcript_path: join(project, "s5.jsonl"), last_assistant_message: "" };
    await writeFile(unsent.transcript_path, `${JSON.stringify({ type: "user", uuid: "u5", message: { role: "user", content: "The kite server moved to port 9020." } })}\n`);
    expect(await hook(["pre", ...there], event("UserPromptSubmit", { prompt: "Which port?", session_id: "s5" }))).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(line) });
    expect(await hook(["post", ...there], event("Stop", unsent))).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(line) });

    const door = createDoor((socket) => {
      const inside = connect(service.port, "127.0.0.1");
      socket.on("error", () => inside.destroy()).pipe(inside).on("error", () => socket.destroy()).pipe(socket);
    });
    await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
    try {
      // Another session ends a turn: what is open of the first goes along, and only once.
      const other = event("Stop", { session_id: "s6", transcript_path: join(project, "s6.jsonl") });
      expect(await hook(["post", ...there], other)).toEqual(SILENT);
      expect(await hook(["post", ...there], other)).toEqual(SILENT);
    } finally {
      door.close();
    }
    const { turns } = await service.get<{ turns: { text: string }[] }>("/v1/sessions/claude-code:s5/turns?user_id=ann");
    expect(turns.map(({ text }) => text)).toEqual(["The kite server moved to port 9020."]);
  });
});

describe("cortex hook install", () => {
  const settings = () => join(service.home, ".claude", "settings.json");
  const BEFORE = '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n  }\n}\n';

  it("shows, installs, tries, and takes back byte for byte; what it wrote works", async () => {
    await mkdir(join(service.home, ".claude"));
    await writeFile(settings(), BEFORE);
    const shown = await hook(["install", "--global", "--dry-run"], "");
    expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining("hook pre") });
    expect(await hook(["install", "--global"], "")).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await readFile(settings(), "utf8")).toBe(BEFORE);

    const installed = await hook(["install", "--global", "--yes", "--json"], "");
    expect(installed).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(installed.stdout)).toMatchObject({ changes: true, amiss: [], file: settings() });
    const { hooks } = JSON.parse(await readFile(settings(), "utf8")) as { hooks: Record<string, { hooks: { command: string; timeout?: number }[] }[]> };
    expect(hooks["Stop"]).toHaveLength(2);
    const { command, timeout } = hooks["UserPromptSubmit"]![0]!.hooks[0]!;
    expect(timeout).toBe(10);
    const child = spawn(command, { shell: true, env: { PATH: process.env["PATH"] ?? "" }, stdio: "pipe" });
    let answer = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => void (answer += text));
    child.stdin.end(JSON.stringify(event("UserPromptSubmit", { prompt: "Which port does the kite server use?", session_id: "s7" })));
    expect(await new Promise((resolve) => void child.once("close", resolve))).toBe(0);
    expect(answer).toContain("additionalContext");

    expect(await hook(["install", "--global", "--yes"], "")).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });
    expect(await hook(["uninstall", "--global", "--yes"], "")).toMatchObject({ code: 0, stdout: expect.stringContaining("byte for byte") });
    expect(await readFile(settings(), "utf8")).toBe(BEFORE);
    expect(await hook(["uninstall", "--global", "--yes"], "")).toMatchObject({ code: 1, stderr: expect.stringContaining("--global") });
  });

  it("says when something keeps the hooks from running", async () => {
    await writeFile(settings(), '{ "disableAllHooks": true }');
    const { code, stdout } = await hook(["install", "--global", "--yes"], "", { CORTEX_PORT: String(await freePort()) });
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringMatching(/disableAllHooks[^]*No service answers/) });
  });

  it("is examined by the doctor: hooks, tools, the last turn, and what keeps them from working", async () => {
    const doctor = async (): Promise<Record<string, string>> => {
      const { stdout } = await hook([], "", {}, ["doctor", "claude-code", "--json"]);
      return Object.fromEntries((JSON.parse(stdout) as { checks: { check: string; status: string }[] }).checks.map(({ check, status }) => [check, status]));
    };
    expect(await doctor()).toMatchObject({ hooks: "failed", "last turn": "ok" });
    await hook(["uninstall", "--global", "--yes"], "");
    await writeFile(settings(), "{}");
    expect(await doctor()).toEqual({ hooks: "warning", "last turn": "ok", tools: "ok" });
    await hook(["install", "--global", "--yes"], "");
    await writeFile(join(service.home, ".claude.json"), JSON.stringify({ mcpServers: { "memory-cortex": { command: join(service.home, "gone") } } }));
    expect(await doctor()).toEqual({ hooks: "ok", "last turn": "ok", tools: "failed" });
    await writeFile(settings(), (await readFile(settings(), "utf8")).replaceAll("main.ts", "moved.ts"));
    expect(await doctor()).toMatchObject({ hooks: "failed" });
  });
});
