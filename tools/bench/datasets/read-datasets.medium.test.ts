import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readDatasets, UnusableData } from "./read-datasets.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cortex-datasets-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a folder that holds nothing to measure on is named, with what to do", async () => {
  await expect(readDatasets(join(folder, "none"))).rejects.toThrow(/none cannot be read\. Give --data/);
  await expect(readDatasets(folder)).rejects.toThrow(UnusableData);
  await writeFile(join(folder, "broken.json"), "{");
  await expect(readDatasets(folder)).rejects.toThrow(/broken\.json is not readable JSON/);
});
