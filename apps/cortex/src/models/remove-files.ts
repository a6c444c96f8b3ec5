import { rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { CortexConfig } from "@memory-cortex/config";
import { STATIC_MODEL, TRANSFORMER_MODEL } from "@memory-cortex/embedding";

import type { ModelName } from "./model-name.ts";

function foldersOf(name: ModelName, { home, transformerHome }: CortexConfig): string[] {
  if (name.kind === "static") return [join(home, "models", STATIC_MODEL.name)];
  // A folder that several data folders share is not this one's to delete.
  if (name.kind === "minilm" && transformerHome === null) return [join(home, "models", TRANSFORMER_MODEL.name), join(home, "runtime")];
  return [];
}

/** Deletes what was fetched for a model; returns the folders that were there. */
export async function removeFiles(name: ModelName, config: CortexConfig): Promise<string[]> {
  const deleted: string[] = [];
  for (const folder of foldersOf(name, config)) {
    if (!(await stat(folder).then(() => true, () => false))) continue;
    await rm(folder, { recursive: true, force: true });
    deleted.push(folder);
  }
  return deleted;
}
