import { resolve } from "node:path";

import { failed, passed, warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { valueAt } from "../edits.ts";
import type { JsonValue, Path } from "../edits.ts";
import { PLUGIN_ID, slotOwner, toolListWithoutUs } from "./openclaw-edits.ts";

const RECONNECT = "Run `cortex connect openclaw`.";
const ENTRY = ["plugins", "entries", PLUGIN_ID] as const;

const listAt = (config: JsonValue, path: Path): JsonValue[] => {
  const list = valueAt(config, path);
  return Array.isArray(list) ? list : [];
};

const isSameId = (one: JsonValue): boolean => typeof one === "string" && one.trim().toLowerCase() === PLUGIN_ID;

/** Whether OpenClaw may load plugins, and this one. */
function checkAllowed(config: JsonValue): CheckResult[] {
  const found: CheckResult[] = [];
  if (valueAt(config, ["plugins", "enabled"]) === false) found.push(failed("plugins", "All plugins are switched off (plugins.enabled).", "`openclaw config unset plugins.enabled`"));
  if (listAt(config, ["plugins", "deny"]).some(isSameId)) found.push(failed("plugins", `plugins.deny lists ${PLUGIN_ID}.`, `Take ${PLUGIN_ID} out of plugins.deny.`));
  const allowed = listAt(config, ["plugins", "allow"]);
  if (allowed.length > 0 && !allowed.some(isSameId)) found.push(failed("plugins", `plugins.allow does not list ${PLUGIN_ID}.`, RECONNECT));
  if (valueAt(config, [...ENTRY, "enabled"]) === false) found.push(failed("plugins", `plugins.entries.${PLUGIN_ID}.enabled is false.`, `\`openclaw plugins enable ${PLUGIN_ID}\``));
  return found.length > 0 ? found : [passed("plugins", `OpenClaw may load ${PLUGIN_ID}.`)];
}

function checkSlot(config: JsonValue): CheckResult {
  const owner = slotOwner(config);
  if (owner === PLUGIN_ID) return passed("slot", `The memory slot is ${PLUGIN_ID}'s.`);
  return failed("slot", owner === "none" ? "The memory slot is switched off (plugins.slots.memory is none)." : `The memory slot is taken by ${owner}.`, RECONNECT);
}

function checkLoadPath(config: JsonValue, folder: string): CheckResult {
  const paths = listAt(config, ["plugins", "load", "paths"]).filter((path) => typeof path === "string");
  if (paths.some((path) => resolve(path) === resolve(folder))) return passed("load path", `OpenClaw loads plugins from ${folder}.`);
  return failed("load path", `plugins.load.paths does not name ${folder}.`, RECONNECT);
}

/** Without both, OpenClaw leaves the hooks out and says nothing. */
function checkHooks(config: JsonValue): CheckResult {
  if (valueAt(config, [...ENTRY, "hooks", "allowConversationAccess"]) !== true) {
    return failed("hooks", "OpenClaw keeps conversations from the plugin: nothing is recalled or captured by itself, and nothing says so.", `Set plugins.entries.${PLUGIN_ID}.hooks.allowConversationAccess to true, or run \`cortex connect openclaw\`.`);
  }
  if (valueAt(config, [...ENTRY, "hooks", "allowPromptInjection"]) === false) {
    return failed("hooks", "The plugin may not add memories to prompts.", `Remove plugins.entries.${PLUGIN_ID}.hooks.allowPromptInjection.`);
  }
  return passed("hooks", "The plugin may see conversations and add to prompts.");
}

/** Tool lists of everybody and of single agents; our tools are in the hands of the model only where each lets them through. */
function checkTools(config: JsonValue): CheckResult[] {
  const agents = valueAt(config, ["agents", "entries"]);
  const names = typeof agents === "object" && agents !== null && !Array.isArray(agents) ? Object.keys(agents) : [];
  const scopes: [string, Path][] = [["everybody", ["tools"]], ...names.map((name): [string, Path] => [`the agent ${name}`, ["agents", "entries", name, "tools"]])];
  const found = scopes.flatMap(([whom, scope]) => {
    const missing = toolListWithoutUs(config, scope);
    const isDenied = listAt(config, [...scope, "deny"]).some((name) => typeof name === "string" && (["group:plugins", PLUGIN_ID].includes(name) || name.startsWith("memory_")));
    if (isDenied) return [warned("tools", `A tool policy for ${whom} denies memory tools.`, `Take them out of ${scope.join(".")}.deny.`)];
    return missing === null ? [] : [failed("tools", `A tool policy for ${whom} leaves the memory tools out.`, `Add "${PLUGIN_ID}" to ${missing.join(".")}.`)];
  });
  return found.length > 0 ? found : [passed("tools", "No tool policy keeps the memory tools from the model.")];
}

/** Everything that can be wrong in OpenClaw's configuration, with the fix of each. Pure. */
export function checkOpenclawConfig(config: JsonValue, folder: string): CheckResult[] {
  return [...checkAllowed(config), checkSlot(config), checkLoadPath(config, folder), checkHooks(config), ...checkTools(config)];
}

/** Tool Search shows the model a line instead of the tool, unless the tool says that it has to be direct. */
export function checkToolSearch(config: JsonValue, isDirect: boolean): CheckResult {
  const setting = valueAt(config, ["tools", "toolSearch"]);
  if (isDirect || setting === false) return passed("tool search", "The model sees the memory tools themselves.");
  return failed("tool search", "Tool Search hides the memory tools of this older plugin from the model.", "Run `cortex connect openclaw`, which brings the plugin up to date, or set tools.toolSearch to false.");
}
