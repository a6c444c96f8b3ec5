import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ROOT } from "../docs/repository.ts";
import { buildPackages } from "./build-packages.ts";
import type { BuiltPackage } from "./build-packages.ts";

const CONSUMER = `
import { createCortexClient, CortexClientError } from "@memory-cortex/client";
import type { CortexClient, RecallItem, RecallRequest } from "@memory-cortex/client";

const cortex: CortexClient = createCortexClient({ url: process.argv[2] ?? "", token: "t0ken" });
const request: RecallRequest = { user_id: "ann", query: "Where does Eva live?", budget_tokens: 300, namespace: undefined };
const { items, context } = await cortex.recall(request, { timeoutMs: 5_000 });
const texts: string[] = items.map((item: RecallItem) => item.text);
const code: string = await cortex.stats({ user_id: "nobody" }).then(() => "", (error: unknown) => (CortexClientError.isInstance(error) ? error.code : "another error"));
// @ts-expect-error -- a recall without a question is not one
const wrong = (): unknown => cortex.recall({ user_id: "ann" });
console.log(JSON.stringify({ texts, context, code, wrong: typeof wrong }));
`;

const RUNNER = `
import { planContext, resolveMemoryCortexConfig, runMemoryCortexRecall } from "@memory-cortex/agent-runner";
import type { FollowupRun, MemorySessionEntry } from "@memory-cortex/agent-runner";

const entry: MemorySessionEntry = { key: "s1" };
const run: FollowupRun = { prompt: "Where does my sister Eva live now?", senderName: "ann" };
const config = resolveMemoryCortexConfig({ url: process.argv[2], recallTimeoutMs: 5_000 });
const { context, synthesis } = await runMemoryCortexRecall(entry, run, { config, log: { debug: () => undefined, warn: () => undefined } });
await synthesis;
console.log(JSON.stringify({ context, kept: entry.memoryCortexSynthesis?.response, kind: planContext("hi").kind }));
`;

/** Each route that the programs above call, as the service answers it. */
const ANSWERS: Record<string, [status: number, body: object]> = {
  "/v1/recall": [200, { items: [{ id: "m1", kind: "memory", text: "Eva lives in Lisbon", score: 0.9 }], context: "Eva lives in Lisbon", tokens: 5, degraded: [], skipped: null, receipt_id: "r", timings_ms: {} }],
  "/v1/stats": [404, { code: "unknown_user", detail: "Nothing is known of this user", fix: "Check user_id.", retryable: false, request_id: "r" }],
  "/hybrid-search": [200, { results: [{ id: 1, uuid: "m1", user_id: "ann", topic: "family", fact: "Eva lives in Lisbon", importance: 7, score: 0.9, source: "fts5" }], count: 1 }],
  "/recall": [200, { response: "Eva moved to Lisbon in May.", memories_searched: 1, memories_used: 1 }],
};

let folder: string;
let out: string;
let built: Map<string, BuiltPackage>;
let server: Server;
let url: string;

async function run(command: string, parameters: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, parameters, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, npm_config_update_notifier: "false" } });
  let output = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command} ${parameters.join(" ")} ended with ${String(code)}: ${said}${output}`);
  return output;
}

/** Installs packages into an empty project as npm would from the registry, and compiles programs there against their types. */
async function projectWith(folders: readonly string[], programs: Record<string, string>): Promise<string> {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  await run("npm", ["install", "--install-links", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...folders], project);
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(project, `${name}.ts`), program);
  const options = ["--target", "es2024", "--module", "nodenext", "--strict", "--exactOptionalPropertyTypes", "--types", "node", "--typeRoots", join(ROOT, "node_modules", "@types")];
  await run(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc"), ...options, ...Object.keys(programs).map((name) => `${name}.ts`)], project);
  return project;
}

const printedBy = async (project: string, name: string): Promise<unknown> => JSON.parse(await run(process.execPath, [`${name}.js`, url], project));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cortex-package-"));
  // Below the app whose program is started: packages of others are found there without installing them once more.
  const cache = join(ROOT, "apps", "mcp", "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  out = mkdtempSync(join(cache, "cortex-package-"));
  built = new Map((await buildPackages({ out, names: ["client", "agent-runner", "openclaw", "mcp"] })).map((one) => [one.name, one]));
  server = createServer((request, response) => {
    const [status, body] = ANSWERS[(request.url ?? "").split("?")[0]!] ?? [500, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  for (const each of [folder, out]) rmSync(each, { recursive: true, force: true });
});

describe("the packages that others install", () => {
  it("need none of ours, and of others only what is pinned", () => {
    expect([...built.keys()].toSorted()).toEqual(["@memory-cortex/agent-runner", "@memory-cortex/client", "@memory-cortex/mcp", "@memory-cortex/openclaw"]);
    for (const { folder: where, dependencies } of built.values()) {
      expect(dependencies.filter((dependency) => dependency.startsWith("@memory-cortex/") || !/@\d+\.\d+\.\d+$/.test(dependency))).toEqual([]);
      const { exports: entries, devDependencies } = JSON.parse(readFileSync(join(where, "package.json"), "utf8")) as Record<string, unknown>;
      expect(JSON.stringify(entries ?? {})).not.toContain(".ts\"}");
      expect(devDependencies).toBeUndefined();
    }
    expect(built.get("@memory-cortex/client")?.dependencies).toEqual([]);
    expect(built.get("@memory-cortex/openclaw")?.dependencies).toEqual([]);
  });

  it("hold no import of ours and no path of this machine", () => {
    for (const { folder: where, files } of built.values()) {
      for (const file of files.filter((name) => /\.(?:js|mjs|ts|json)$/.test(name))) {
        const text = readFileSync(join(where, file), "utf8");
        expect(/(?:from|import)\s*\(?["']@memory-cortex\/[^"']*["']/.exec(text)?.[0], `${where} ${file}`).toBeUndefined();
        expect(text.includes(ROOT), `${where} ${file}`).toBe(false);
      }
    }
  });

  it("can be installed, compiled against and used, with nothing else there", async () => {
    const runner = built.get("@memory-cortex/agent-runner")!;
    const others = runner.dependencies.map((dependency) => join(ROOT, "node_modules", dependency.slice(0, dependency.lastIndexOf("@"))));
    const project = await projectWith([built.get("@memory-cortex/client")!.folder, runner.folder, ...others], { client: CONSUMER, runner: RUNNER });
    expect(await printedBy(project, "client")).toEqual({ texts: ["Eva lives in Lisbon"], context: "Eva lives in Lisbon", code: "unknown_user", wrong: "function" });
    expect(await printedBy(project, "runner")).toEqual({
      context: "## Long-Term Memories\n\n- [family] Eva lives in Lisbon (importance: 7)", kept: "Eva moved to Lisbon in May.", kind: "casual",
    });
  });

  it("the program of the protocol starts", async () => {
    expect(await run(process.execPath, [join(built.get("@memory-cortex/mcp")!.folder, "dist", "index.js"), "--help"], folder)).toContain("memory-cortex-mcp");
  });
});
