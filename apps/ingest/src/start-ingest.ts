import { debounceOf, forming, forTheirUser, lateService } from "@memory-cortex/assembly";
import type { ServerProcess, Serving } from "@memory-cortex/assembly";
import { createConversations, FormationThread, previewConversation } from "@memory-cortex/formation";
import { probeRoutes } from "@memory-cortex/http";

import { ingestRoutes } from "./ingest-routes.ts";
import type { IngestServices } from "./services.ts";

/** Conversations in. Nothing but the store has to be there: Redis and models may come later. */
export function startIngest({ base, open, queue, health, openStore, openModels }: ServerProcess): Serving {
  const { config, metrics } = base;
  const { store } = openStore();
  const { models, calls } = openModels(store);
  const thread = new FormationThread();
  open.add("formation", () => thread.close());
  const conversations = createConversations({ ...base, store, queue, debounce: debounceOf(config), describe: (texts) => thread.describe(texts) });
  const previews = lateService<Pick<IngestServices, "preview">>(
    models.then(({ embedders, llms }) => {
      const former = forming(base, { store, queue, embedders, llms, thread });
      return { preview: (request, signal) => previewConversation(former, request, signal) };
    }),
  );
  const routes = ingestRoutes({ conversations, preview: (request, signal) => previews.preview(request, signal) });
  return {
    routes: [...forTheirUser(routes, calls), ...probeRoutes({ readiness: () => health.check(), metrics: () => metrics.registry.metrics() })],
    store,
    beside: () => models,
  };
}
