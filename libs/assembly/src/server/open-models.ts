import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { LlmRegistry } from "@memory-cortex/llm";

import type { LlmCalls } from "../models/llm-calls.ts";
import { openEmbedders } from "../models/open-embedders.ts";
import type { OpenedEmbedders } from "../models/open-embedders.ts";
import { openLlms } from "../models/open-llms.ts";
import type { Base } from "../running/base.ts";

export interface Models {
  embedders: EmbedderRegistry;
  opened: OpenedEmbedders;
  llms: LlmRegistry;
}

export interface LateModels {
  /** Rejects when the configuration of a model is wrong: then the process cannot do its work. */
  ready: Promise<Models>;
  close(): Promise<void>;
}

/** Opens the models in the background: preparing one may take minutes, and what can be done without them need not wait. */
export function openModels(base: Base, calls: LlmCalls): LateModels {
  const { config, clock, metrics, monotonic, log } = base;
  const closing: (() => Promise<void>)[] = [];
  async function openAll(): Promise<Models> {
    const llms = await openLlms({ config, calls, clock, metrics, log });
    closing.push(() => llms.close());
    const opened = await openEmbedders({ config, modelHome: config.home, metrics, monotonic, say: (line) => log.warn(line), showModel: () => undefined });
    closing.push(() => opened.close());
    return { embedders: opened.registry, opened, llms };
  }
  return {
    ready: openAll(),
    async close() {
      await Promise.allSettled(closing.map((close) => close()));
    },
  };
}
