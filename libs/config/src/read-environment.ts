import { CortexError } from "@memory-cortex/models";

import { notesOf } from "./setting.ts";
import type { SettingNotes } from "./setting.ts";
import { configSchema } from "./schema.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Read before the settings, so not one of them. */
export const CONFIG_FILE_VARIABLE = "CORTEX_CONFIG";

const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, yes: true, on: true, false: false, 0: false, no: false, off: false };
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function readValue(value: string, notes: SettingNotes): unknown {
  if (notes.reads === "number") return NUMBER.test(value.trim()) ? Number(value) : value;
  if (notes.reads === "flag") return FLAGS[value.trim().toLowerCase()] ?? value;
  if (notes.reads === "text") return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new CortexError("config_invalid", { detail: `${notes.variable} is not JSON.` });
  }
}

/** Settings given in the environment, by setting name; empty variables count as not given. Throws `config_invalid`. */
export function readEnvironment(environment: Environment): { values: Record<string, unknown>; warnings: string[] } {
  const values: Record<string, unknown> = {};
  const known = new Set([CONFIG_FILE_VARIABLE]);
  for (const [key, schema] of Object.entries(configSchema.shape)) {
    const notes = notesOf(schema)!;
    known.add(notes.variable);
    const value = environment[notes.variable];
    if (value !== undefined && value.trim() !== "") values[key] = readValue(value, notes);
  }
  const unknown = Object.keys(environment).filter((name) => name.startsWith("CORTEX_") && !known.has(name));
  return { values, warnings: unknown.sort().map((name) => `${name} is not a setting and is ignored.`) };
}
