import type { CortexConfig } from "@memory-cortex/config";
import { createEmbedder, embedderRegistry, prepareStaticModel } from "@memory-cortex/embedding";
import type { Embedder, EmbedderRegistry, PreparationProgress } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Metrics } from "@memory-cortex/telemetry";

import { formerEmbedder } from "./former-embedder.ts";
import { observeEmbedder } from "./observe-embedder.ts";
import { openTransformer } from "./open-transformer.ts";

export interface OpenEmbedderOptions {
  config: CortexConfig;
  /** Data folder that holds the static model. */
  modelHome: string;
  metrics: Metrics;
  monotonic: () => number;
  /** One line for the person who starts the service. */
  say(line: string): void;
  showModel(progress: PreparationProgress): void;
}

/** An embedder that the configuration names and that cannot be had now. */
export interface AbsentEmbedder {
  name: string;
  why: string;
}

export interface OpenedEmbedders {
  registry: EmbedderRegistry;
  absent: readonly AbsentEmbedder[];
  close(): Promise<void>;
}

type Setting = CortexConfig["embedders"][number];

async function openOne(setting: Setting, options: OpenEmbedderOptions): Promise<Embedder | AbsentEmbedder | null> {
  if (setting.kind === "none") return null;
  if (setting.kind === "onnx") return openTransformer(setting, options.config.transformerHome ?? options.modelHome);
  if (setting.kind !== "static") return createEmbedder(setting);
  const { config, modelHome, showModel } = options;
  const prepared = await prepareStaticModel({ home: modelHome, folder: config.modelFolder, hubUrl: config.modelHubUrl, download: config.modelDownload, progress: showModel });
  if ("folder" in prepared) return createEmbedder({ kind: "static", name: setting.name, folder: prepared.folder });
  for (const { way, problem } of prepared.failed) if (way !== "configured") options.say(`${problem}.`);
  return { name: setting.name, why: prepared.missing };
}

/** A model that cannot be had costs its leg and no more: a wrong setting, a full disk and a home that cannot be written stop the start. */
async function openOrName(setting: Setting, options: OpenEmbedderOptions): Promise<Embedder | AbsentEmbedder | null> {
  try {
    return await openOne(setting, options);
  } catch (error) {
    if (!CortexError.isInstance(error) || ["config_invalid", "disk_full", "home_unwritable", "aborted"].includes(error.code)) throw error;
    return { name: setting.name, why: `${error.detail}. ${error.fix}` };
  }
}

/** Opens what the configuration names. What cannot be had is named with the reason, and recall goes on without it. */
export async function openEmbedders(options: OpenEmbedderOptions): Promise<OpenedEmbedders> {
  const current: Embedder[] = [];
  const former: Embedder[] = [];
  const absent: AbsentEmbedder[] = [];
  for (const setting of options.config.embedders) {
    const opened = await openOrName(setting, options);
    if (opened === null) continue;
    if ("identity" in opened) current.push(observeEmbedder(opened, options.metrics, options.monotonic));
    else absent.push(opened);
  }
  for (const { why } of absent) options.say(why);
  const revive = (space: Parameters<EmbedderRegistry["forSpace"]>[0]): Embedder | null => {
    const embedder = formerEmbedder(options.config, options.modelHome, space);
    if (embedder !== null) former.push(embedder);
    return embedder;
  };
  return {
    registry: embedderRegistry(current, revive, absent.map(({ name }) => name)),
    absent,
    async close() {
      await Promise.allSettled([...current, ...former].map((embedder) => embedder.close()));
    },
  };
}
