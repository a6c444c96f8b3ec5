import { CortexError } from "@memory-cortex/models";

import { readSecretFile } from "./read-file.ts";
import { configSchema } from "./schema.ts";
import { notesOf } from "./setting.ts";
import type { SettingNotes } from "./setting.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Read before the settings, so not one of them. */
export const CONFIG_FILE_VARIABLE = "CORTEX_CONFIG";

const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, yes: true, on: true, false: false, 0: false, no: false, off: false };
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function readValue(value: string, notes: SettingNotes): unknown {
  if (notes.reads === "number") return NUMBER.test(value.trim()) ? Number(value) : value;
  if (notes.reads === "flag") return FLAGS[value.trim().toLowerCase()] ?? value;
  if (notes.reads === "text") return value;
  if (notes.reads === "names") return value.split(",").map((name) => name.trim()).filter((name) => name !== "");
  try {
    return JSON.parse(value);
  } catch {
    throw new CortexError("config_invalid", { detail: `${notes.variable} is not JSON.` });
  }
}

/** What the environment says of a setting, itself or by the file that it names; undefined for nothing. */
function givenIn(environment: Environment, { variable, secret }: SettingNotes): string | undefined {
  const value = environment[variable];
  const isGiven = value !== undefined && value.trim() !== "";
  const file = secret === true ? environment[`${variable}_FILE`]?.trim() : undefined;
  if (file === undefined || file === "") return isGiven ? value : undefined;
  // Two places for one secret: whichever won, somebody would look for the mistake in the other.
  if (isGiven) throw new CortexError("config_invalid", { detail: `${variable} and ${variable}_FILE are both set; keep one.` });
  const content = readSecretFile(file, `${variable}_FILE`);
  return content === "" ? undefined : content;
}

/** Settings given in the environment, by setting name; empty variables and empty files count as not given. Throws `config_invalid`. */
export function readEnvironment(environment: Environment): { values: Record<string, unknown>; warnings: string[] } {
  const values: Record<string, unknown> = {};
  const known = new Set([CONFIG_FILE_VARIABLE]);
  for (const [key, schema] of Object.entries(configSchema.shape)) {
    const notes = notesOf(schema)!;
    known.add(notes.variable);
    if (notes.secret === true) known.add(`${notes.variable}_FILE`);
    const value = givenIn(environment, notes);
    if (value !== undefined) values[key] = readValue(value, notes);
  }
  const unknown = Object.keys(environment).filter((name) => name.startsWith("CORTEX_") && !known.has(name));
  return { values, warnings: unknown.sort().map((name) => `${name} is not a setting and is ignored.`) };
}
