import { SETTINGS } from "./settings.ts";
import type { Setting } from "./settings.ts";

/** The table of docs/hosts/openclaw-settings.md. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, setting]: [string, Setting]) => `| \`${name}\` | ${kindOf(setting)} | ${defaultOf(setting)} | ${setting.description} |`);
  return ["| setting | kind | default | what |", "|---|---|---|---|", ...rows].join("\n");
}

function kindOf(setting: Setting): string {
  if (setting.type === "integer") return `${setting.minimum}–${setting.maximum}`;
  return { boolean: "true, false", string: "text", array: "list of texts", object: "texts by name" }[setting.type];
}

function defaultOf(setting: Setting): string {
  if (setting.type === "array" || setting.type === "object") return "none";
  return "default" in setting && setting.default !== "" ? `\`${String(setting.default)}\`` : "none";
}
