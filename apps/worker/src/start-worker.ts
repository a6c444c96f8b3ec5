import { debounceOf, forming, jobsForTheirUser, recallObserver } from "@memory-cortex/assembly";
import type { ServerProcess, Serving } from "@memory-cortex/assembly";
import { FormationThread } from "@memory-cortex/formation";
import { probeRoutes } from "@memory-cortex/http";
import { createSynthesizeHandler } from "@memory-cortex/recall";

import { jobsOf } from "./jobs-of.ts";
import { workerHandlers } from "./worker-handlers.ts";

/** Runs jobs as soon as the store and the models are there, and answers nothing but probes. */
export function startWorker({ base, open, queue, health, openStore, openModels }: ServerProcess): Serving {
  const { config, metrics } = base;
  const { store, opened } = openStore();
  const { models, calls } = openModels(store);
  const thread = new FormationThread();
  open.add("formation", () => thread.close());
  async function run(): Promise<void> {
    // Jobs that begin without a store would only use up their attempts.
    const [{ embedders, llms }] = await Promise.all([models, opened]);
    const synthesize = createSynthesizeHandler({ ...base, store, queue, embedders, llm: llms.llmFor("synthesize") ?? undefined, observe: recallObserver(base) });
    const former = forming(base, { store, queue, embedders, llms, thread });
    const handlers = jobsForTheirUser(workerHandlers({ ...former, ...base, debounce: debounceOf(config), synthesize }), calls);
    const mine = new Set<string>(jobsOf(config));
    await queue.start(Object.fromEntries(Object.entries(handlers).filter(([name]) => mine.has(name))));
  }
  return { routes: probeRoutes({ readiness: () => health.check(), metrics: () => metrics.registry.metrics() }), beside: run };
}
