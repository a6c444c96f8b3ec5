import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { LlmRegistry } from "@memory-cortex/llm";
import { createRecall } from "@memory-cortex/recall";
import type { RecallService, RecallServices } from "@memory-cortex/recall";

import { openReranker } from "../models/open-llms.ts";
import type { Base } from "../running/base.ts";
import { recallObserver } from "../running/recall-observer.ts";

export interface RecallParts extends Pick<RecallServices, "store" | "queue" | "revisions"> {
  embedders: EmbedderRegistry;
  llms: LlmRegistry;
}

/** Recall over its ports, with the models that the configuration names for it. */
export function openRecall(base: Base, { llms, ...parts }: RecallParts): RecallService {
  const { config, clock, ids, monotonic } = base;
  const models = { ...openReranker(config, llms), llm: llms.llmFor("synthesize") ?? undefined };
  return createRecall({ ...parts, ...models, clock, ids, monotonic, deadlineMs: config.recallDeadlineMs, observe: recallObserver(base) });
}
