import { openTransformer } from "@memory-cortex/assembly";
import type { TransformerSetting } from "@memory-cortex/assembly";
import type { CortexConfig } from "@memory-cortex/config";
import { createEmbedder, prepareStaticModel } from "@memory-cortex/embedding";
import type { EmbedderConfig } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";

import { failed, passed, warned } from "./check.ts";
import type { CheckResult } from "./check.ts";

const LIMIT_MS = 10_000;

type Setting = CortexConfig["embedders"][number];

async function checkStatic(check: string, name: string, config: CortexConfig): Promise<CheckResult> {
  const prepared = await prepareStaticModel({ home: config.home, folder: config.modelFolder, download: false });
  if ("missing" in prepared) {
    const problem = prepared.failed.map((way) => `${way.problem}. `).join("");
    return warned(check, `${problem}The static model is not prepared: recall is by words only.`, "Start once with a network (`cortex up` fetches 16 MB), or set CORTEX_MODEL_FOLDER to a folder that holds it.");
  }
  const embedder = await createEmbedder({ kind: "static", name, folder: prepared.folder });
  await embedder.ping();
  await embedder.close();
  return passed(check, `The static model is in ${prepared.folder}.`);
}

async function checkRemote(check: string, setting: EmbedderConfig & { url: string; model: string }): Promise<CheckResult> {
  const embedder = await createEmbedder(setting);
  try {
    await embedder.ping(AbortSignal.timeout(LIMIT_MS));
    return passed(check, `${setting.model} answers at ${new URL(setting.url).host}, with ${embedder.identity.dimension} dimensions.`);
  } finally {
    await embedder.close();
  }
}

async function checkTransformer(check: string, setting: TransformerSetting, config: CortexConfig): Promise<CheckResult> {
  const embedder = await openTransformer(setting, config.transformerHome ?? config.home);
  try {
    await embedder.ping(AbortSignal.timeout(LIMIT_MS));
    return passed(check, `${embedder.identity.model} answers, with ${embedder.identity.dimension} dimensions.`);
  } finally {
    await embedder.close();
  }
}

async function checkOne(setting: Setting, config: CortexConfig): Promise<CheckResult> {
  const check = `model ${setting.name}`;
  try {
    if (setting.kind === "static") return await checkStatic(check, setting.name, config);
    if (setting.kind === "onnx") return await checkTransformer(check, setting, config);
    if (setting.kind === "none") return passed(check, "Recall by words only, as configured.");
    return await checkRemote(check, setting);
  } catch (error) {
    if (CortexError.isInstance(error)) return failed(check, `${error.detail}.`, error.fix);
    throw error;
  }
}

/** Each configured embedder: whether it is there and answers. */
export async function checkModels(config: CortexConfig): Promise<CheckResult[]> {
  if (config.embedders.length === 0) return [passed("model", "None is configured: recall is by words only.")];
  return Promise.all(config.embedders.map((setting) => checkOne(setting, config)));
}
