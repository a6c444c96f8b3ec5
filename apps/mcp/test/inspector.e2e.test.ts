import { spawn } from "node:child_process";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { CORTEX, environmentOf, startService } from "./cortex-program.ts";
import type { TestService } from "./cortex-program.ts";

/** The makers' own inspector (tools/test/deploy-programs.ts puts it there). */
const INSPECTOR = process.env["CORTEX_TEST_MCP_INSPECTOR"];

let service: TestService;

/** One run of the inspector's command line against `cortex mcp`, which it starts itself. */
async function inspect(...parameters: string[]): Promise<{ code: number | null; answer: Record<string, unknown> }> {
  const server = [process.execPath, CORTEX, "mcp", "--url", service.url, "--user", "ann"];
  const child = spawn(process.execPath, [INSPECTOR!, "--cli", ...server, "--", ...parameters], { env: environmentOf(service.home), stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (!stdout.trimStart().startsWith("{")) throw new Error(`The inspector said (${String(code)}): ${stdout}${stderr}`);
  return { code, answer: JSON.parse(stdout) as Record<string, unknown> };
}

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
});
