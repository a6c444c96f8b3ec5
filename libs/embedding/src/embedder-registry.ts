import type { Embedder } from "./embedder.ts";

/** What a stored space says about what made its vectors. */
export interface SpaceOrigin {
  embedder: string;
  model: string;
  dimension: number;
}

/** The embedders of the configuration, and those that still serve a space of a model configured before. */
export interface EmbedderRegistry {
  /** One for each configured embedder; none: words only. */
  readonly current: readonly Embedder[];
  /** Names of configured embedders that cannot be had now. Their vectors are kept for when they come back. */
  readonly absent: readonly string[];
  /** The embedder whose vectors can be compared with the space's; null when that model can no longer be had. */
  forSpace(space: SpaceOrigin): Embedder | null;
}

type Revive = (space: SpaceOrigin) => Embedder | null;

/**
 * `revive` opens an embedder for a model that is no longer configured, so that the old space serves until the new one is whole;
 * it is asked once for each model, and answers null when it cannot.
 */
export function embedderRegistry(current: readonly Embedder[], revive: Revive = () => null, absent: readonly string[] = []): EmbedderRegistry {
  const revived = new Map<string, Embedder | null>();
  return {
    current,
    absent,
    forSpace(space) {
      const { embedder: name, model, dimension } = space;
      const configured = current.find(({ identity }) => identity.name === name && identity.model === model && identity.dimension === dimension);
      if (configured !== undefined) return configured;
      if (absent.includes(name)) return null;
      const key = JSON.stringify([name, model, dimension]);
      let embedder = revived.get(key);
      if (embedder === undefined) revived.set(key, (embedder = revive(space)));
      return embedder;
    },
  };
}
