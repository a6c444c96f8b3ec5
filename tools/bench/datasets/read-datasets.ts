import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readBeam } from "./beam.ts";
import type { Dataset } from "./dataset.ts";
import { readLocomo } from "./locomo.ts";
import { UnusableWish } from "../unusable-wish.ts";

/** The given folder holds nothing to measure on. */
export class UnusableData extends UnusableWish {}

async function jsonFilesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  } catch (error) {
    throw new UnusableData(`${folder} cannot be read. Give --data a folder with LoCoMo or BEAM files.`, { cause: error });
  }
}

async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new UnusableData(`${path} is not readable JSON. Mend or remove it.`, { cause: error });
  }
}

/** Reads every conversation file of a folder; the shape tells the data set. Throws {@link UnusableData} where there is none. */
export async function readDatasets(folder: string): Promise<Dataset[]> {
  const datasets: Dataset[] = [];
  for (const file of await jsonFilesOf(folder)) {
    const json = await jsonOf(join(folder, file));
    if (Array.isArray(json) && json.every((entry) => typeof entry === "object" && entry !== null && "qa" in entry)) datasets.push(readLocomo(json));
    else if (typeof json === "object" && json !== null && "convs" in json) datasets.push(readBeam(json));
  }
  if (datasets.length === 0) throw new UnusableData(`There is no LoCoMo or BEAM file in ${folder}. Give --data another folder.`);
  return datasets.sort((a, b) => b.name.localeCompare(a.name));
}
