import { userInfo } from "node:os";

import { SETTINGS } from "./settings.ts";
import type { Setting } from "./settings.ts";

type Value<S extends Setting> = S extends { type: "boolean" } ? boolean
  : S extends { type: "integer" } ? number
  : S extends { type: "array" } ? readonly string[]
  : S extends { type: "object" } ? Readonly<Record<string, string>>
  : S extends { default: string } ? string
  : string | null;

/** The plugin's configuration, complete. */
export type PluginConfig = { readonly [Name in keyof typeof SETTINGS]: Value<(typeof SETTINGS)[Name]> } & {
  /** Never null: the login name where nobody is named. */
  readonly userId: string;
};

export interface ReadConfig {
  config: PluginConfig;
  /** One sentence for each setting that could not be used. */
  problems: readonly string[];
}

/**
 * Reads `plugins.entries.memory-cortex.config`. The host has checked it against the manifest already; what slips through (an older host, a
 * secret that was not found) counts as left out, because a wrong setting must not keep an agent from answering.
 */
export function readConfig(raw: Readonly<Record<string, unknown>> | undefined, loginName: () => string = loginNameHere): ReadConfig {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]: [string, Setting]): [string, unknown] => {
    const given = raw?.[name];
    const fallback = defaultOf(setting);
    if (given === undefined || given === null) return [name, fallback];
    if (fits(setting, given)) return [name, given];
    problems.push(`plugins.entries.memory-cortex.config.${name} is not valid and counts as left out. ${setting.description}`);
    return [name, fallback];
  });
  const config = Object.fromEntries(entries) as PluginConfig;
  return { config: { ...config, url: config.url.replace(/\/+$/, ""), userId: config.userId || loginName() }, problems };
}

function defaultOf(setting: Setting): unknown {
  if (setting.type === "array") return [];
  if (setting.type === "object") return {};
  return "default" in setting ? setting.default : null;
}

function fits(setting: Setting, given: unknown): boolean {
  switch (setting.type) {
    case "boolean":
      return typeof given === "boolean";
    case "integer":
      return Number.isInteger(given) && (given as number) >= setting.minimum && (given as number) <= setting.maximum;
    case "string":
      return (given === "" && setting.default === "") || (isShort(given, setting.maxLength) && (setting.pattern === undefined || new RegExp(setting.pattern).test(given)));
    case "array":
      return Array.isArray(given) && given.length <= setting.maxItems && given.every((item) => isShort(item, setting.items.maxLength));
    case "object":
      return typeof given === "object" && given !== null && !Array.isArray(given) && Object.values(given).every((item) => isShort(item, setting.additionalProperties.maxLength));
  }
}

const isShort = (value: unknown, maxLength: number): value is string => typeof value === "string" && value !== "" && value.length <= maxLength;

/** Some containers run under a number without a name. */
function loginNameHere(): string {
  try {
    return userInfo().username || "owner";
  } catch {
    return "owner";
  }
}
