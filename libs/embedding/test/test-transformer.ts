import { join } from "node:path";
import { prepareTransformerModel } from "../src/onnx/prepare-transformer-model.ts";
import { findRuntime } from "../src/onnx/transformer-runtime.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface TestTransformer {
  home: string;
  folder: string;
  runtime: string;
}

/**
 * The transformer for tests, under `CORTEX_TRANSFORMER_HOME` or `.cortex` of the repository, where `npm test` prepares it. Nothing is
 * fetched here: where it is not there, that is said and null returned, and such tests are skipped, not passed.
 */
export async function findTestTransformer(): Promise<TestTransformer | null> {
  const home = process.env["CORTEX_TRANSFORMER_HOME"] ?? join(ROOT, ".cortex");
  const runtime = await findRuntime(home);
  const prepared = runtime === null ? null : await prepareTransformerModel({ home, download: false });
  if (runtime !== null && prepared !== null && "folder" in prepared) return { home, runtime, folder: prepared.folder };
  console.warn("SKIPPED: the tests that need the transformer, which is not prepared (`npm test` prepares it).");
  return null;
}
