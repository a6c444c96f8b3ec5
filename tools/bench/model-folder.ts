import { loadConfig } from "@memory-cortex/config";
import { prepareStaticModel } from "@memory-cortex/embedding";

/**
 * Folder of the static model, fetched once into the person's own data folder and not into each throw-away one; null when it cannot be
 * had. The services that the bench starts find it there too, and the transformer where the person's own service has it.
 */
export async function prepareModelFolder(progress: (line: string) => void): Promise<string | null> {
  const { config } = loadConfig();
  process.env["CORTEX_TRANSFORMER_HOME"] ??= config.transformerHome ?? config.home;
  const prepared = await prepareStaticModel({ home: config.home, folder: config.modelFolder, hubUrl: config.modelHubUrl, download: config.modelDownload });
  if ("missing" in prepared) {
    progress(prepared.missing);
    return null;
  }
  process.env["CORTEX_MODEL_FOLDER"] = prepared.folder;
  return prepared.folder;
}
