import type { CortexConfig } from "@memory-cortex/config";
import { findRuntime, prepareStaticModel, prepareTransformerModel } from "@memory-cortex/embedding";

import { isUsed } from "./third-leg.ts";

export interface KnownModel {
  name: string;
  /** used: by the configuration; prepared: its files are there; available: to be fetched by `cortex model use`. */
  state: "used" | "prepared" | "available";
  about: string;
}

async function stateOf(used: boolean, prepared: () => Promise<boolean>): Promise<KnownModel["state"]> {
  if (used) return "used";
  return (await prepared()) ? "prepared" : "available";
}

/** The models that `cortex model use` knows, and the others of the configuration. Fetches nothing. */
export async function knownModels({ embedders, home, modelFolder, transformerHome }: CortexConfig): Promise<KnownModel[]> {
  const transformer = transformerHome ?? home;
  return [
    {
      name: "static", about: "token vectors, the default: 18 MB, a hundredth of a millisecond a question",
      state: await stateOf(isUsed(embedders, { kind: "static" }), async () => "folder" in (await prepareStaticModel({ home, folder: modelFolder, download: false }))),
    },
    {
      name: "minilm", about: "a transformer beside them, all-MiniLM-L6-v2: 75 MB on the disk, some milliseconds a question; finds more by meaning",
      state: await stateOf(isUsed(embedders, { kind: "minilm" }), async () =>
        (await findRuntime(transformer)) !== null && "folder" in (await prepareTransformerModel({ home: transformer, download: false }))),
    },
    ...embedders.flatMap((embedder): KnownModel[] => (embedder.kind === "ollama" || embedder.kind === "openai" ? [{ name: `${embedder.kind}:${embedder.model}`, state: "used", about: `served at ${new URL(embedder.url).host}` }] : [])),
    ...(embedders.some(({ kind }) => kind === "ollama") ? [] : [{ name: "ollama:MODEL", state: "available", about: "any embedding model of an Ollama server" } as const]),
  ];
}
