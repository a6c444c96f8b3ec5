import type { Embedder } from "@memory-cortex/embedding";
import { MEANING_REACH } from "@memory-cortex/scoring";
import type { Space, VectorHit, Weighting } from "@memory-cortex/store";

import { degrade, isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { CANDIDATES_PER_LEG, SURROUNDED_PER_LEG } from "./candidates.ts";
import { reasonOf } from "./reason-of.ts";
import type { WeightingCache } from "../weighting-cache.ts";

/** What one embedding space says of the question. */
export interface MeaningLeg {
  space: Space;
  vector: Float32Array;
  hits: VectorHit[];
}

/**
 * Stage 3, meaning: one leg for each embedding space that serves. A configured embedder that is not there or
 * without a space, a space without an embedder, a leg that is late or broken: left out, and named.
 */
export async function meaningLegs(run: Run, weightings: WeightingCache): Promise<MeaningLeg[]> {
  const { store, embedders } = run.services;
  if (isLeftOut(run, "meaning")) return [];
  if (embedders.current.length === 0) degrade(run, "meaning", "no_model");
  const spaces = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => store.activeSpaces(run.realm, { signal }));
  if (spaces.outcome !== "done") {
    degrade(run, "meaning", reasonOf(run, "meaning", spaces));
    return [];
  }
  if (embedders.current.length > 0) for (const name of embedders.absent) degrade(run, `meaning:${name}`, "no_model");
  for (const { identity } of embedders.current) {
    if (!spaces.result.some((space) => space.embedder === identity.name)) degrade(run, `meaning:${identity.name}`, "no_vectors_yet");
  }
  const legs = await Promise.all(spaces.result.filter(({ embedder }) => !embedders.absent.includes(embedder) && !isLeftOut(run, `meaning:${embedder}`)).map((space) => meaningLeg(run, space, weightings)));
  return legs.filter((leg) => leg !== null);
}

async function meaningLeg(run: Run, space: Space, weightings: WeightingCache): Promise<MeaningLeg | null> {
  const part = `meaning:${space.embedder}`;
  const embedder = run.services.embedders.forSpace(space);
  if (embedder === null) {
    degrade(run, part, "model_changed");
    return null;
  }
  const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => search(run, { space, embedder, weightings, signal }));
  if (answer.outcome === "done") return answer.result;
  degrade(run, part, reasonOf(run, part, answer));
  return null;
}

interface Search {
  space: Space;
  embedder: Embedder;
  weightings: WeightingCache;
  signal: AbortSignal;
}

async function search(run: Run, { space, embedder, weightings, signal }: Search): Promise<MeaningLeg | null> {
  const weighting: Weighting | null = space.weighted ? await weightings.get(run.realm, space, signal) : null;
  const start = run.services.monotonic();
  const known = embedder.known?.(run.request.query, weighting);
  const [vector] = known === undefined ? await embedder.embed([run.request.query], { kind: "query", weighting, signal }) : [known];
  run.timings[`embed:${space.embedder}`] = Math.round((run.services.monotonic() - start) * 1_000) / 1_000;
  if (vector === null || vector === undefined) return null;
  const query = { spaceId: space.id, vector, filter: run.filter, limit: CANDIDATES_PER_LEG, window: MEANING_REACH, surrounded: SURROUNDED_PER_LEG };
  return { space, vector, hits: await run.services.store.searchVector(run.realm, query, { signal }) };
}
