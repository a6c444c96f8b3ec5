import type { CortexConfig } from "@memory-cortex/config";

import type { ModelName } from "./model-name.ts";

type Embedders = CortexConfig["embedders"];
type Embedder = Embedders[number];

/** A model that works, as it goes into the configuration. */
export interface ChosenModel {
  chosen: Embedder;
  dimension: number;
  /** What one question took, in milliseconds. */
  queryMs: number;
}

export const legName = ({ name }: Embedder): string => name;

const isStatic = ({ kind }: Embedder): boolean => kind === "static";

/** The static vectors with one model beside them; the static ones alone when they are what was chosen. They go first: they serve at once. */
export function withModel(embedders: Embedders, chosen: Embedder): Embedders {
  const first = embedders.find(isStatic) ?? { kind: "static", name: "static" };
  return isStatic(chosen) ? [first] : [first, chosen];
}

function isMeant(embedder: Embedder, name: ModelName): boolean {
  if (name.kind === "ollama") return embedder.kind === "ollama" && embedder.model === name.model;
  return embedder.kind === (name.kind === "minilm" ? "onnx" : "static");
}

/** The embedders without a model. */
export function withoutModel(embedders: Embedders, name: ModelName): Embedders {
  return embedders.filter((embedder) => !isMeant(embedder, name));
}

/** Whether a model is among the embedders. */
export function isUsed(embedders: Embedders, name: ModelName): boolean {
  return embedders.some((embedder) => isMeant(embedder, name));
}
