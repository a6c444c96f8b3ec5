/** One configuration for everything; a mode only says which embedders there are. */
export interface QualityMode {
  name: string;
  environment: Record<string, string>;
  /** Embedders whose vectors serve, by name: each is a leg of recall of its own. */
  embedders: readonly string[];
}

const TRANSFORMER = [{ kind: "static" }, { kind: "onnx" }];

export const QUALITY_MODES: readonly QualityMode[] = [
  { name: "words only", environment: { CORTEX_EMBEDDERS: "[]" }, embedders: [] },
  { name: "hybrid", environment: {}, embedders: ["static"] },
  { name: "transformer", environment: { CORTEX_EMBEDDERS: JSON.stringify(TRANSFORMER) }, embedders: ["static", "minilm"] },
];

/** Folder name of a mode. */
export const slugOf = ({ name }: QualityMode): string => name.replaceAll(" ", "-");
