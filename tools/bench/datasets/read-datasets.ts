import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readBeam } from "./beam.ts";
import type { Dataset } from "./dataset.ts";
import { readLocomo } from "./locomo.ts";

/** Reads every conversation file of a folder; the shape tells the data set. */
export async function readDatasets(folder: string): Promise<Dataset[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  const datasets: Dataset[] = [];
  for (const file of files) {
    const json: unknown = JSON.parse(await readFile(join(folder, file), "utf8"));
    if (Array.isArray(json) && json.every((entry) => typeof entry === "object" && entry !== null && "qa" in entry)) datasets.push(readLocomo(json));
    else if (typeof json === "object" && json !== null && "convs" in json) datasets.push(readBeam(json));
  }
  return datasets.sort((a, b) => b.name.localeCompare(a.name));
}
