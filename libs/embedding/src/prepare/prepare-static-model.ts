import { throwIfAborted } from "@memory-cortex/models";
import { findModelFiles } from "../static/find-model-files.ts";
import { obtainModel, problemOf } from "./obtain-model.ts";
import type { PreparationOptions, PreparedModel } from "./preparation.ts";
import { STATIC_MODEL } from "./static-model-manifest.ts";
import type { ModelSource } from "./static-model-manifest.ts";

const HOW_TO_GET_BETTER =
  "Searching by words only. To search by meaning too, start once with the network, or install Python 3 with pip, or set CORTEX_MODEL_FOLDER to a folder that holds the model.";

async function configuredFolder(folder: string): Promise<PreparedModel> {
  try {
    await findModelFiles(folder);
    return { folder, how: "configured", failed: [] };
  } catch (error) {
    const problem = problemOf(error);
    return { missing: `${problem}. Set CORTEX_MODEL_FOLDER to a folder that holds the model, or unset it. Searching by words only.`, failed: [{ way: "configured", problem }] };
  }
}

/**
 * Finds the static model, or fetches it: the configured folder, else as {@link obtainModel} does. Without any, `missing` is one line
 * that says how to get better. Throws `disk_full`, `home_unwritable`, `aborted` or `timeout` (from the signal).
 */
export async function prepareStaticModel(options: PreparationOptions, source: ModelSource = STATIC_MODEL): Promise<PreparedModel> {
  throwIfAborted(options.signal);
  if (options.folder != null) return configuredFolder(options.folder);
  const { folder, failed, ...obtained } = await obtainModel(options, source);
  return folder === null || !("how" in obtained) ? { missing: HOW_TO_GET_BETTER, failed } : { folder, how: obtained.how, failed };
}
