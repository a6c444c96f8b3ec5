import type { EmbedderIdentity, EmbedderRegistry } from "@memory-cortex/embedding";
import type { Space, SpaceProgress } from "@memory-cortex/store";

/** Weights of tokens are counted anew when a user has this many times the documents. */
const REWEIGH_FACTOR = 2;

export interface SpacePlan {
  /** Spaces that nothing will read again. */
  drop: Space[];
  /** Embedders that need a new space: none yet, another model in the configuration, or token weights that have drifted. */
  create: EmbedderIdentity[];
  /**
   * Spaces to fill: weighted ones first, which take microseconds a text and must not wait for a model that takes milliseconds; then those
   * that serve, so that recall misses no row while a new one is built.
   */
  fill: Space[];
}

/** Where a space comes among those to be filled. */
export const fillingOrder = ({ weighted, state }: Pick<Space, "weighted" | "state">): number => Number(!weighted) * 2 + Number(state !== "active");

/** The configured embedders. */
export interface Wanted {
  identities: readonly EmbedderIdentity[];
  /** Names of those that cannot be had now: their spaces stay as they are. */
  absent?: readonly string[];
}

/** What a registry says of its embedders. */
export function wantedOf({ current, absent }: Pick<EmbedderRegistry, "current" | "absent">): Wanted {
  return { identities: current.map(({ identity }) => identity), absent };
}

/** What has to be done so that every configured embedder serves whole vectors of its current model. Pure. */
export function planSpaces(progress: readonly SpaceProgress[], { identities, absent = [] }: Wanted): SpacePlan {
  const plan: SpacePlan = { drop: [], create: [], fill: [] };
  const names = new Set([...identities.map(({ name }) => name), ...absent]);
  for (const { space } of progress) if (!names.has(space.embedder)) plan.drop.push(space);
  for (const identity of identities) planEmbedder(plan, identity, progress.filter(({ space }) => space.embedder === identity.name));
  plan.fill.sort((a, b) => fillingOrder(a) - fillingOrder(b));
  return plan;
}

function planEmbedder(plan: SpacePlan, identity: EmbedderIdentity, own: readonly SpaceProgress[]): void {
  const isCurrent = ({ space }: SpaceProgress): boolean => space.model === identity.model && space.dimension === identity.dimension && space.weighted === identity.weighted;
  const active = own.find(({ space }) => space.state === "active");
  const building = own.filter((progress) => progress.space.state === "building");
  const wanted = building.filter(isCurrent).at(-1);
  for (const { space } of building) if (space !== wanted?.space) plan.drop.push(space);
  if (active) plan.fill.push(active.space);
  if (wanted) plan.fill.push(wanted.space);
  else if (!active || !isCurrent(active) || hasDrifted(active)) plan.create.push(identity);
}

function hasDrifted({ space, embedded, missing }: SpaceProgress): boolean {
  return space.weighted && embedded + missing >= REWEIGH_FACTOR * Math.max(1, space.documentsAtStart);
}

/** Whether an embed job would find something to do. */
export function needsEmbedding(progress: readonly SpaceProgress[], wanted: Wanted): boolean {
  const { drop, create, fill } = planSpaces(progress, wanted);
  const fillable = new Set(fill);
  return drop.length > 0 || create.length > 0 || progress.some(({ space, missing }) => fillable.has(space) && (missing > 0 || space.state === "building"));
}
