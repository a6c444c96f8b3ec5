import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { keptWeightings } from "../embed/kept-weightings.ts";
import type { VectorIn } from "./neighbours.ts";

export interface VectorSourceOptions {
  store: Pick<Store, "activeSpaces" | "weighting">;
  embedders: Pick<EmbedderRegistry, "forSpace">;
}

/** Vectors for looking up neighbours, in the cheapest space that serves. Fails to nothing: words and slots find neighbours too. */
export function vectorSource({ store, embedders }: VectorSourceOptions): VectorIn {
  const weightingOf = keptWeightings(store);
  return async (realm: Realm, text, signal) => {
    const options = signal === undefined ? {} : { signal };
    try {
      const served = (await store.activeSpaces(realm, options)).map((space) => ({ space, embedder: embedders.forSpace(space) })).filter(({ embedder }) => embedder !== null);
      const chosen = served.find(({ space }) => space.weighted) ?? served[0];
      if (chosen === undefined) return null;
      const { space, embedder } = chosen;
      const weighting = await weightingOf({ realm, space, signal });
      const [vector = null] = await embedder!.embed([text], { kind: space.weighted ? "query" : "document", weighting, ...options });
      return vector === null ? null : { spaceId: space.id, vector };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      return null;
    }
  };
}
