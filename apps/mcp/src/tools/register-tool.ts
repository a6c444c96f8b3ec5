import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";

import type { Memory } from "../memory.ts";
import { startProgress } from "./progress.ts";
import { toolError } from "./tool-error.ts";
import type { MemoryTool } from "./tool.ts";

/** Offers a tool on a server, over one memory. Whatever goes wrong in it is its result, never the end of the server. */
export function registerTool(server: McpServer, tool: MemoryTool, memory: Memory): void {
  const { name, title, description, input, output, annotations } = tool;
  server.registerTool(name, { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...annotations } }, async (given, context: ServerContext) => runTool(tool, given, { memory, context }));
}

async function runTool(tool: MemoryTool, given: Record<string, unknown>, { memory, context }: { memory: Memory; context: ServerContext }): Promise<CallToolResult> {
  const progress = startProgress(context);
  try {
    const answer = tool.output.parse(await tool.run(given, { memory, signal: context.mcpReq.signal, report: progress.report }));
    return { content: [{ type: "text", text: tool.text?.(answer) ?? JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    return toolError(error);
  } finally {
    progress.end();
  }
}
