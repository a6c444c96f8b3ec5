import { join } from "node:path";

import { prepareStaticModel } from "@memory-cortex/embedding";

const ROOT = join(import.meta.dirname, "../../../..");

/** Folder of the static model for tests: `CORTEX_MODEL_FOLDER`, or one prepared below `.cortex` of the repository; null, with the reason printed, when it cannot be had. */
export async function findStaticModel(): Promise<string | null> {
  const prepared = await prepareStaticModel({ home: join(ROOT, ".cortex"), folder: process.env["CORTEX_MODEL_FOLDER"] });
  if ("folder" in prepared) return prepared.folder;
  console.warn(`SKIPPED: tests that need the static model (${prepared.missing})`);
  return null;
}
