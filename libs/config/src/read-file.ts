import { readFileSync } from "node:fs";

import { CortexError } from "@memory-cortex/models";

import { configSchema } from "./schema.ts";

/** The code of a system error ("ENOENT"), or null. */
function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** A file that a setting names, as text; null when it is not there. Throws `config_invalid`, which names the setting, not the path. */
function readText(path: string, setting: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new CortexError("config_invalid", { detail: `The file of ${setting} cannot be read (${code ?? "unknown reason"}).`, cause: error });
  }
}

/** A secret from the file that a variable names, without the white space around it. Throws `config_invalid`, also when the file is not there. */
export function readSecretFile(path: string, variable: string): string {
  const content = readText(path, variable);
  if (content === null) throw new CortexError("config_invalid", { detail: `The file that ${variable} names is not there.` });
  return content.trim();
}

/** Parses a JSON file that a setting names. Null when it is not there. Throws `config_invalid`, which names the setting, not the path. */
export function readJsonFile(path: string, setting: string): unknown {
  const content = readText(path, setting);
  if (content === null) return null;
  try {
    return JSON.parse(content);
  } catch {
    throw new CortexError("config_invalid", { detail: `The file of ${setting} is not JSON.` });
  }
}

/** Settings of the configuration file, by setting name, with a warning for each key that is none. */
export function readConfigFile(path: string, required: boolean): { values: Record<string, unknown>; warnings: string[] } {
  const parsed = readJsonFile(path, "CORTEX_CONFIG");
  if (parsed === null && !required) return { values: {}, warnings: [] };
  if (parsed === null) throw new CortexError("config_invalid", { detail: "The file that CORTEX_CONFIG names is not there." });
  if (typeof parsed !== "object" || Array.isArray(parsed)) throw new CortexError("config_invalid", { detail: "The configuration file must hold one JSON object." });
  const values: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    if (key in configSchema.shape) values[key] = value;
    else warnings.push(`"${key}" in the configuration file is not a setting and is ignored.`);
  }
  return { values, warnings };
}
