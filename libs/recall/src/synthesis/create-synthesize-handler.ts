import type { Llm } from "@memory-cortex/llm";
import type { JobHandler } from "@memory-cortex/queue";

import { WeightingCache } from "../weighting-cache.ts";
import { StoredNarratives } from "./stored-narratives.ts";
import { Synthesizer } from "./synthesizer.ts";
import type { SynthesisServices } from "./synthesizer.ts";

/** Makes the narratives that recalls of other processes want: what is wanted lies in the store, and so does what is made. Without a language model it skips. */
export function createSynthesizeHandler({ llm, ...services }: SynthesisServices & { llm: Llm | undefined }): JobHandler<"synthesize"> {
  if (llm === undefined) return async () => ({ outcome: "skipped", reason: "no_llm" });
  return new Synthesizer({ services, llm, weightings: new WeightingCache(services.store), narratives: new StoredNarratives(services.store) }).handler;
}
