import { join } from "node:path";
import { prepareStaticModel } from "../src/prepare/prepare-static-model.ts";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * Folder of the static model for tests: `CORTEX_MODEL_FOLDER`, or one prepared below `.cortex` of the repository (fetched once).
 * Where it cannot be had, the reason is printed and null returned: such tests are then skipped, not passed.
 */
export async function findTestModel(): Promise<string | null> {
  const prepared = await prepareStaticModel({ home: join(ROOT, ".cortex"), folder: process.env["CORTEX_MODEL_FOLDER"] });
  if ("folder" in prepared) return prepared.folder;
  const problems = prepared.failed.map(({ way, problem }) => `${way}: ${problem}`).join("; ");
  console.warn(`SKIPPED: the tests that need the static model, which could not be prepared (${problems}).`);
  return null;
}
