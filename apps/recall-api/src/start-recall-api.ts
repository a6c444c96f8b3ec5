import { forTheirUser, keepWarm, lateService, openRecall, warmStore, warmUp } from "@memory-cortex/assembly";
import type { ServerProcess, Serving } from "@memory-cortex/assembly";
import { createForgetting, createMemories, createPortable } from "@memory-cortex/formation";
import { conversationContract } from "@memory-cortex/http";

import { recallApiRoutes } from "./recall-api-routes.ts";

/** Recalls that warm the process up: each starts what the one before it has not. */
const WARM_UPS = 2;
/** An outage that is shorter than this may be overlooked; a database takes longer to start. */
const LOOK_EVERY_MS = 2_000;

/** Recall, memories, the graph and the figures, and the one document of the whole service. */
export function startRecallApi({ base, open, queue, health, openStore, openModels }: ServerProcess): Serving {
  const { clock, metrics } = base;
  const { store, opened } = openStore();
  const { models, calls } = openModels(store);
  const opening = models.then(({ embedders, llms }) => openRecall(base, { store, queue, embedders, llms, revisions: "stored" }));
  const recall = lateService(opening);
  const memories = lateService(models.then(({ embedders }) => createMemories({ ...base, store, queue, embedders })));
  open.add("recall", () => recall.close());
  const [forgetting, portable] = [createForgetting({ store, clock }), createPortable({ ...base, store, queue })];
  const routes = recallApiRoutes({ recall, memories, forgetting, portable, store, clock, readiness: () => health.check(), metrics: () => metrics.registry.metrics() });
  return {
    routes: forTheirUser(routes, calls),
    store,
    alsoDocumented: Object.values(conversationContract),
    beside: async () => {
      const [warmed, { embedders }] = await Promise.all([opening, models, opened]);
      await warmUp({ recall: warmed, store, embedders, readers: WARM_UPS });
      const warming = keepWarm({ ping: () => store.ping({ signal: AbortSignal.timeout(LOOK_EVERY_MS) }), warm: () => warmStore({ recall: warmed, store, now: () => clock.now() }), everyMs: LOOK_EVERY_MS });
      open.add("warming", () => warming.stop());
    },
  };
}
