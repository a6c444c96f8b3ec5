import { readFile } from "node:fs/promises";

import { parseJson5 } from "../../../connect/json5-text.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { isFields } from "../values.ts";
import type { Fields } from "../values.ts";

const STATE_FOLDER = /^(?<folder>.*[\\/])agents[\\/][^\\/]+[\\/]/;
/** "telegram:123". Without a channel the same id could be somebody else's elsewhere. */
const SPEAKER = /^[a-z][\w-]*:./i;

async function configurationOf(file: SourceFile): Promise<Fields> {
  const folder = STATE_FOLDER.exec(file.path ?? "")?.groups?.["folder"];
  if (folder === undefined) return {};
  try {
    const value: unknown = parseJson5(await readFile(`${folder}openclaw.json`, "utf8"));
    return isFields(value) ? value : {};
  } catch {
    return {}; // not there, or not readable: then nobody is known to be the owner
  }
}

const within = (fields: Fields, ...path: readonly string[]): unknown => path.reduce<unknown>((value, key) => (isFields(value) ? value[key] : undefined), fields);
const speakersOf = (value: unknown): string[] => (Array.isArray(value) ? (value as unknown[]) : []).filter((entry): entry is string => typeof entry === "string" && SPEAKER.test(entry)).map((entry) => entry.toLowerCase());

/** Senders whom the configuration beside the transcripts names as the owner: those that the plugin takes for the owner, too. */
export async function hostOwners(file: SourceFile): Promise<string[]> {
  const configuration = await configurationOf(file);
  return [...speakersOf(within(configuration, "commands", "ownerAllowFrom")), ...speakersOf(within(configuration, "plugins", "entries", "memory-cortex", "config", "owners"))];
}
