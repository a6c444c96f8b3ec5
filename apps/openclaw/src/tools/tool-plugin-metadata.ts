import { createWorkspaceIndex } from "../runtime/workspace-index.ts";
import { memoryTools } from "./memory-tools.ts";

/** Where `openclaw plugins validate` looks for what an entry says about itself. */
export const TOOL_PLUGIN_METADATA = Symbol.for("openclaw.plugin-sdk.tool-plugin.metadata");

interface ManifestFacts {
  id: string;
  name: string;
  description: string;
  configSchema: unknown;
  activation: unknown;
}

/** What the host's validation compares with the manifest: the facts of it that the entry was built with, and the tools as they are registered. */
export function toolPluginMetadata({ id, name, description, configSchema, activation }: ManifestFacts): ManifestFacts & { tools: { name: string; label: string; description: string; parameters: unknown }[] } {
  const tools = memoryTools(createWorkspaceIndex()).map((tool) => ({ name: tool.name, label: tool.label, description: tool.description, parameters: tool.parameters }));
  return { id, name, description, configSchema, activation, tools };
}
