import manifest from "../openclaw.plugin.json" with { type: "json" };
import { asksForNames, registerCommandName, registerCommands } from "./commands/index.ts";
import { createPlugin } from "./create-plugin.ts";
import type { HostApi } from "./host/host-api.ts";
import { registerHooks } from "./register-hooks.ts";
import { registerRuntime } from "./runtime/index.ts";
import { registerTools } from "./tools/index.ts";
import { TOOL_PLUGIN_METADATA, toolPluginMetadata } from "./tools/tool-plugin-metadata.ts";

/** What OpenClaw loads. Registering is synchronous, touches neither disk nor network, and may happen any number of times. */
export const plugin = {
  id: manifest.id,
  name: manifest.name,
  description: manifest.description,
  kind: "memory",
  configSchema: manifest.configSchema,
  register(api: HostApi): void {
    if (asksForNames(api)) return registerCommandName(api);
    const parts = createPlugin(api);
    registerHooks(api, parts);
    registerTools(api, parts.plugin);
    registerRuntime(api, parts.plugin);
    registerCommands(api, parts.plugin);
  },
};

Object.defineProperty(plugin, TOOL_PLUGIN_METADATA, { value: toolPluginMetadata(manifest), enumerable: false });
