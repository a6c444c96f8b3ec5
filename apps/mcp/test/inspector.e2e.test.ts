import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { CORTEX, environmentOf, startCortex, startService, untilSays } from "./cortex-program.ts";
import type { TestService } from "./cortex-program.ts";

/** The makers' own inspector (tools/test/deploy-programs.ts puts it there). */
const INSPECTOR = process.env["CORTEX_TEST_MCP_INSPECTOR"];

let service: TestService;

/** One run of the inspector's command line, given a server to start or an address. */
async function run(parameters: readonly string[]): Promise<{ code: number | null; answer: Record<string, unknown> }> {
  const child = spawn(process.execPath, [INSPECTOR!, "--cli", ...parameters], { env: environmentOf(service.home), stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (!stdout.trimStart().startsWith("{")) throw new Error(`The inspector said (${String(code)}): ${stdout}${stderr}`);
  return { code, answer: JSON.parse(stdout) as Record<string, unknown> };
}

/** Over stdio: the inspector starts `cortex mcp` itself. */
const inspect = (...parameters: string[]) => run([process.execPath, CORTEX, "mcp", "--url", service.url, "--user", "ann", "--", ...parameters]);

describe.skipIf(INSPECTOR === undefined)("the MCP server with the MCP inspector", () => {
  beforeAll(async () => {
    service = await startService();
  });

  afterAll(async () => service.remove());

  it("finds every tool with its schemas", async () => {
    const { code, answer } = await inspect("--method", "tools/list");
    const tools = answer["tools"] as { name: string; inputSchema: object; outputSchema: object; annotations: object }[];
    expect({ code, names: tools.map(({ name }) => name) }).toEqual({ code: 0, names: ["recall", "remember", "search", "forget", "timeline", "entity_search", "entity_get", "explain", "stats"] });
    expect(tools.every(({ outputSchema, annotations }) => outputSchema !== undefined && annotations !== undefined)).toBe(true);
  });

  it("remembers, recalls and lists", async () => {
    const kept = await inspect("--method", "tools/call", "--tool-name", "remember", "--tool-arg", "content=The lighthouse keeper is called Ida.");
    expect(kept).toMatchObject({ code: 0, answer: { structuredContent: { stored: true, outcome: "created" } } });
    const recalled = await inspect("--method", "tools/call", "--tool-name", "recall", "--tool-arg", "query=What is the lighthouse keeper called?");
    expect(JSON.stringify(recalled.answer)).toContain("Ida");
    expect((await inspect("--method", "resources/list")).answer["resources"]).toMatchObject([{ title: "The lighthouse keeper is called Ida." }]);
    expect((await inspect("--method", "resources/templates/list")).answer["resourceTemplates"]).toHaveLength(2);
  });

  it("is let in over HTTP with a token of the file, and not without", async () => {
    const tokenFile = join(service.home, "mcp-token");
    const server = startCortex(["mcp", "--url", service.url, "--user", "ann", "--http", "--port", "0", "--token-file", tokenFile], environmentOf(service.home));
    const [, url] = await untilSays(server, "stderr", /ready at (\S+)/);
    const token = (await readFile(tokenFile, "utf8")).trim();
    const ask = ["--server-url", url!, "--transport", "http", "--method", "tools/call", "--tool-name", "stats"];
    expect(await run([...ask, "--header", `Authorization: Bearer ${token}`])).toMatchObject({ code: 0, answer: { structuredContent: { user_id: "ann" } } });
    await expect(run(ask)).rejects.toThrow(/401|[Uu]nauthori[sz]ed|auth/);
    expect(server.output.stderr).not.toContain(token);
    expect(await server.end("SIGTERM")).toBe(0);
  });
});
