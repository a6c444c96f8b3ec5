import type { Weighting } from "@memory-cortex/models";
import type { EmbedderHealth } from "./embedder-health.ts";

/** What makes vectors comparable: two spaces with different identities never meet. */
export interface EmbedderIdentity {
  /** Name of the configured embedder, e.g. "static", "ollama"; one leg of recall each. */
  name: string;
  /** Model with whatever changes its vectors (revision, prefixes). */
  model: string;
  dimension: number;
  /** Put before queries and documents, as the model was trained ("search_query: "). */
  queryPrefix: string;
  documentPrefix: string;
  /** Tokens are weighted by their share in the realm: `embed` needs a weighting, `countTokens` exists. */
  weighted: boolean;
}

export interface EmbedOptions {
  kind: "query" | "document";
  /** Needed by weighted embedders only. */
  weighting?: Weighting | null;
  signal?: AbortSignal;
}

/** The embedding port. Vectors are unit length, one for each text, in order; a text without any known token gives null. */
export interface Embedder {
  readonly identity: EmbedderIdentity;
  /** Throws `embedder_unavailable`, `embedder_rejected`, `embedder_invalid`, `timeout` or `aborted`. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<(Float32Array | null)[]>;
  /**
   * A question's vector, at once, when it was embedded lately with this weighting; undefined when it must be asked for. A promise would wait
   * for whatever else the thread has to do. Absent where nothing is kept.
   */
  known?(question: string, weighting: Weighting | null): Float32Array | null | undefined;
  /** Token counts of texts, to be summed into a {@link Weighting}. */
  countTokens?(texts: readonly string[]): Promise<Map<number, number>>;
  /** What is known without asking; absent where nothing can fail. See `embedderHealth`. */
  health?(): EmbedderHealth;
  /** Throws when the model does not answer; used by readiness checks. */
  ping(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
