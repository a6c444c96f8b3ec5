import type { Embedder } from "./embedder.ts";

/** How an embedder has been doing lately, for readiness. */
export interface EmbedderHealth {
  /** degraded: the last call failed; down: calls are refused until it has rested. */
  state: "ok" | "degraded" | "down";
  /** Code of the error catalogue, null when ok. */
  why: string | null;
  /** When this state began: milliseconds since the epoch; 0 when nothing was ever tried. */
  since: number;
}

/** What is known without asking the model. An embedder that cannot fail (the static one) is always ok. */
export function embedderHealth(embedder: Embedder): EmbedderHealth {
  return embedder.health?.() ?? { state: "ok", why: null, since: 0 };
}
