import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import { valueAt } from "../edits.ts";
import type { Edit, JsonValue, Path } from "../edits.ts";

export const PLUGIN_ID = "memory-cortex";
/** The memory that OpenClaw takes when no slot is set. */
export const DEFAULT_MEMORY = "memory-core";

/** What the plugin is told: `plugins.entries.memory-cortex.config`. */
export type PluginSettings = Readonly<Record<string, JsonValue>>;

export interface OpenclawEdit {
  /** The whole configuration, includes of its plugins read in. */
  config: JsonValue;
  /** Where the plugin lies. */
  folder: string;
  settings: PluginSettings;
}

const textsAt = (config: JsonValue, path: Path): string[] => {
  const list = valueAt(config, path);
  return Array.isArray(list) ? list.filter((element) => typeof element === "string") : [];
};

const isSameId = (one: string): boolean => one.trim().toLowerCase() === PLUGIN_ID;

/** Who owns the memory slot. */
export function slotOwner(config: JsonValue): string {
  const owner = valueAt(config, ["plugins", "slots", "memory"]);
  return typeof owner === "string" && owner !== "" ? owner : DEFAULT_MEMORY;
}

/**
 * What has to change in OpenClaw's configuration: the load path, the slot, the entry with the right to see conversations, and the lists that
 * would keep the plugin or its tools out. What a person has decided against it is not overruled but told: throws `openclaw_refuses`.
 */
export function openclawEdits({ config, folder, settings }: OpenclawEdit): Edit[] {
  refuseWhereDecided(config);
  const entry = valueAt(config, ["plugins", "entries", PLUGIN_ID]);
  const present = isRecord(entry) ? entry : {};
  const hooks = isRecord(present["hooks"]) ? present["hooks"] : {};
  const configured = isRecord(present["config"]) ? present["config"] : {};
  const value = { ...present, enabled: true, hooks: { ...hooks, allowConversationAccess: true }, config: { ...configured, ...settings } };
  return [
    { append: ["plugins", "load", "paths"], value: folder },
    { set: ["plugins", "entries", PLUGIN_ID], value, owned: true },
    { set: ["plugins", "slots", "memory"], value: PLUGIN_ID },
    ...listEdits(config),
  ];
}

const isRecord = (value: JsonValue | undefined): value is Record<string, JsonValue> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists that name what may run: with one, the plugin and its tools have to be in it. */
function listEdits(config: JsonValue): Edit[] {
  const edits: Edit[] = [];
  const allowed = textsAt(config, ["plugins", "allow"]);
  if (allowed.length > 0 && !allowed.some(isSameId)) edits.push({ append: ["plugins", "allow"], value: PLUGIN_ID });
  const missing = toolListWithoutUs(config, ["tools"]);
  if (missing !== null) edits.push({ append: missing, value: PLUGIN_ID });
  return edits;
}

/** The list of a tool policy that our tools have to be added to; null when they are in, or nothing keeps them out. */
export function toolListWithoutUs(config: JsonValue, scope: Path): Path | null {
  const isIn = (list: readonly string[]): boolean => list.some((name) => ["*", "group:plugins", PLUGIN_ID].includes(name.toLowerCase()));
  const allow = textsAt(config, [...scope, "allow"]);
  if (allow.length > 0) return isIn(allow) ? null : [...scope, "allow"];
  const profile = valueAt(config, [...scope, "profile"]);
  const isLimited = typeof profile === "string" && profile !== "full";
  return isLimited && !isIn(textsAt(config, [...scope, "alsoAllow"])) ? [...scope, "alsoAllow"] : null;
}

function refuseWhereDecided(config: JsonValue): void {
  const refusal = (what: string, fix: string): Problem => new Problem(`OpenClaw's configuration keeps plugins out: ${what}.`, { code: "openclaw_refuses", fix, exitCode: EXIT.failed });
  if (valueAt(config, ["plugins", "enabled"]) === false) throw refusal("plugins.enabled is false", "Remove it with `openclaw config unset plugins.enabled`, then connect again.");
  if (textsAt(config, ["plugins", "deny"]).some(isSameId)) throw refusal(`plugins.deny lists ${PLUGIN_ID}`, `Take ${PLUGIN_ID} out of plugins.deny, then connect again.`);
  for (const list of [["plugins"], ["plugins", "entries"], ["plugins", "slots"], ["plugins", "load"], ["tools"]]) {
    if (valueAt(config, [...list, "$include"]) !== undefined && list.length > 1) {
      throw refusal(`${list.join(".")} comes from an included file`, `Write ${list.join(".")} into the file itself, then connect again.`);
    }
  }
}
