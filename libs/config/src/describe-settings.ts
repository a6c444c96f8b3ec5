import { configSchema } from "./schema.ts";
import { notesOf } from "./setting.ts";

/** One row of the configuration table. */
export interface SettingRow {
  /** Key in the file. */
  key: string;
  variable: string;
  /** Markdown. */
  default: string;
  about: string;
}

/** Every setting, in the order of the schema. */
export function describeSettings(): SettingRow[] {
  return Object.entries(configSchema.shape).map(([key, schema]) => {
    const notes = notesOf(schema)!;
    const about = notes.secret === true ? `${notes.about} \`${notes.variable}_FILE\` names a file to read it from.` : notes.about;
    return { key, variable: notes.variable, default: notes.shownDefault ?? `\`${JSON.stringify(schema.parse(undefined)).replaceAll('"', "")}\``, about };
  });
}
