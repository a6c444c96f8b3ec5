import type { HostApi } from "../host/host-api.ts";
import type { Plugin } from "../plugin.ts";
import { workspaceIndexOf } from "../runtime/workspace-index.ts";
import { hostTool } from "./host-tool.ts";
import { memoryTools } from "./memory-tools.ts";
import type { ToolContext } from "./tool.ts";

/** Registers the nine tools. The host makes each anew for every run, and tells then who speaks where. */
export function registerTools(api: HostApi, plugin: Plugin): void {
  const index = workspaceIndexOf(plugin);
  for (const tool of memoryTools(index)) {
    api.registerTool((context: ToolContext) => hostTool(tool, plugin, context ?? {}), { name: tool.name });
  }
}
