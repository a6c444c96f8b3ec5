import { z } from "zod";

/** What a setting is called and what it does; the table in README.md is made of these. */
export interface SettingNotes {
  /** Its name in the environment. */
  variable: string;
  /** How a value in the environment is read: "json" for objects and lists of them, "names" for names with commas between. */
  reads: "text" | "number" | "flag" | "json" | "names";
  /** It may hold a secret: the same variable with `_FILE` behind it names a file to read the value from. */
  secret?: true;
  /** One line for the table. */
  about: string;
  /** The default as a person reads it; shown instead of the raw value. */
  shownDefault?: string;
}

const notes = z.registry<SettingNotes>();

/** Attaches the notes to the schema of one setting. */
export function setting<Schema extends z.ZodType>(schema: Schema, about: SettingNotes): Schema {
  notes.add(schema, about);
  return schema;
}

/** The notes of a setting's schema; a schema without them is a mistake that the tests of this package find. */
export function notesOf(schema: z.ZodType): SettingNotes | undefined {
  return notes.get(schema);
}
