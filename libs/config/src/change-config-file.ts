import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { CortexError } from "@memory-cortex/models";
import type { z } from "zod";

import { configFilePath } from "./load-config.ts";
import type { Environment } from "./read-environment.ts";
import { readJsonFile } from "./read-file.ts";
import { configSchema } from "./schema.ts";
import type { SettingName } from "./schema.ts";
import { notesOf } from "./setting.ts";

export type ConfigChange = Partial<z.input<typeof configSchema>>;

export interface ChangedFile {
  file: string;
  /** Variables of the environment that win over what was written. */
  overriddenBy: readonly string[];
}

/** Beside the file, then in its place: there is no moment without a whole one. A link stays; what it points to is written. */
function write(named: string, content: string): void {
  const file = existsSync(named) ? realpathSync(named) : named;
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // It may hold tokens and keys: for its owner alone.
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } catch (cause) {
    if (existsSync(temporary)) rmSync(temporary);
    throw new CortexError("home_unwritable", { detail: "The configuration file cannot be written", cause });
  }
}

/**
 * Sets some settings in the configuration file, which is made when it is not there; everything else in it stays. Throws `config_invalid`
 * when the file is no JSON object or a value is wrong, `home_unwritable` when it cannot be written; then nothing is changed.
 */
export function changeConfigFile(change: ConfigChange, environment: Environment = process.env): ChangedFile {
  const file = configFilePath(environment);
  const before = readJsonFile(file, "CORTEX_CONFIG") ?? {};
  if (typeof before !== "object" || Array.isArray(before)) throw new CortexError("config_invalid", { detail: "The configuration file must hold one JSON object." });
  const overriddenBy: string[] = [];
  for (const [name, value] of Object.entries(change)) {
    const schema = configSchema.shape[name as SettingName];
    const { variable } = notesOf(schema)!;
    if (!schema.safeParse(value).success) throw new CortexError("config_invalid", { detail: `${variable} ("${name}" in the file) cannot be set to that.` });
    if (environment[variable]?.trim()) overriddenBy.push(variable);
  }
  write(file, `${JSON.stringify({ ...before, ...change }, null, 2)}\n`);
  return { file, overriddenBy };
}
