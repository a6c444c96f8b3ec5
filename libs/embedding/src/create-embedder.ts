import type { Clock } from "@memory-cortex/models";
import type { Embedder } from "./embedder.ts";
import { createOllamaEmbedder } from "./http/ollama-embedder.ts";
import { createOpenAiCompatibleEmbedder } from "./http/openai-embedder.ts";
import { createTransformerEmbedder } from "./onnx/transformer-embedder.ts";
import { createStaticEmbedder } from "./static/static-embedder.ts";
import { withBatching } from "./wrappers/with-batching.ts";
import { withCache } from "./wrappers/with-cache.ts";
import { withClamp } from "./wrappers/with-clamp.ts";
import type { EmbeddingLimits } from "./wrappers/with-clamp.ts";
import { withResilience } from "./wrappers/with-resilience.ts";

interface RemoteConfig {
  name?: string | undefined;
  url: string;
  model: string;
  dimension?: number | undefined;
  queryPrefix?: string | undefined;
  documentPrefix?: string | undefined;
  /** Time limit of one request for documents. */
  timeoutMs?: number | undefined;
}

/** One embedder of the configuration; `folder` comes from `prepareStaticModel` or `prepareTransformerModel`, `runtime` from `findRuntime`. */
export type EmbedderConfig =
  | { kind: "static"; name?: string | undefined; folder: string }
  | { kind: "onnx"; name?: string | undefined; folder: string; runtime: string; threads?: number | undefined }
  | ({ kind: "ollama" } & RemoteConfig)
  | ({ kind: "openai"; apiKey?: string | undefined } & RemoteConfig);

export interface EmbedderParts {
  clock?: Clock | undefined;
  fetch?: typeof fetch | undefined;
}

/** A sum over more text than this points nowhere in particular. Costs about 2 ms at the limit. */
const STATIC_LIMITS = { maxChars: 32_000, maxBytes: 96_000 };
/** More than the 128 tokens that count, of nearly any text: what the clamp leaves out, the model would not have read. */
const TRANSFORMER_LIMITS = { maxChars: 4_000, maxBytes: 12_000 };
/** About 2,000 tokens, the window that Ollama gives most models. */
const REMOTE_LIMITS = { maxChars: 8_000, maxBytes: 24_000 };
const CACHE_BYTES = 16_000_000;
const TEXTS_PER_REQUEST = 32;

/** Clamp, cache, batches, then the guard nearest to the model, so that a cached vector is there even while the model is down. */
function guard(driver: Embedder, { timeoutMs, limits = REMOTE_LIMITS }: { timeoutMs?: number | undefined; limits?: EmbeddingLimits }, { clock }: EmbedderParts): Embedder {
  const resilient = withResilience(driver, { documentTimeoutMs: timeoutMs, clock });
  return withClamp(withCache(withBatching(resilient, { maxTexts: TEXTS_PER_REQUEST }), { maxBytes: CACHE_BYTES }), limits);
}

type Driver<Kind extends EmbedderConfig["kind"]> = (config: Extract<EmbedderConfig, { kind: Kind }>, parts: EmbedderParts) => Promise<Embedder>;

/** Every driver by the `kind` that the configuration names it by. */
export const EMBEDDER_DRIVERS: { [Kind in EmbedderConfig["kind"]]: Driver<Kind> } = {
  static: async ({ name, folder }) => withClamp(await createStaticEmbedder({ folder, ...(name === undefined ? {} : { name }) }), STATIC_LIMITS),
  onnx: async (config, parts) => guard(await createTransformerEmbedder(config), { limits: TRANSFORMER_LIMITS }, parts),
  ollama: async (config, parts) => guard(await createOllamaEmbedder({ ...config, baseUrl: config.url, fetch: parts.fetch }), config, parts),
  openai: async (config, parts) => guard(await createOpenAiCompatibleEmbedder({ ...config, baseUrl: config.url, fetch: parts.fetch }), config, parts),
};

/**
 * The embedder that the configuration names, with its clamp, cache, batches, retries and circuit breaker. A remote one is not asked
 * anything here when its dimension is configured, so that a server that is down does not stop the start. Throws `config_invalid`,
 * `model_missing`, `model_corrupt` or `runtime_missing`; without a dimension also what `embed` throws.
 */
export async function createEmbedder(config: EmbedderConfig, parts: EmbedderParts = {}): Promise<Embedder> {
  switch (config.kind) {
    case "static":
      return EMBEDDER_DRIVERS.static(config, parts);
    case "onnx":
      return EMBEDDER_DRIVERS.onnx(config, parts);
    case "ollama":
      return EMBEDDER_DRIVERS.ollama(config, parts);
    case "openai":
      return EMBEDDER_DRIVERS.openai(config, parts);
  }
}
