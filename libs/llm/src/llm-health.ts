import type { Llm } from "./llm.ts";

/** How a model has been doing lately, for readiness. */
export interface LlmHealth {
  /** degraded: the last call failed; down: calls are refused until it has rested. */
  state: "ok" | "degraded" | "down";
  /** Code of the error catalogue, null when ok. */
  why: string | null;
  /** When this state began: milliseconds since the epoch; 0 when nothing was ever tried. */
  since: number;
}

/** What is known without asking the model, which would cost. */
export function llmHealth(llm: Llm): LlmHealth {
  return llm.health?.() ?? { state: "ok", why: null, since: 0 };
}
