import type { Space, SpaceProgress, Unembedded, Weighting } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { documentKey } from "../documents/write-documents.ts";
import { activeSpacesQuery } from "../queries/active-spaces.ts";
import { embeddableTextsQuery } from "../queries/embeddable-texts.ts";
import { spaceProgressQuery } from "../queries/space-progress.ts";
import { spaceWeightingQuery } from "../queries/space-weighting.ts";
import { unembeddedQuery } from "../queries/unembedded.ts";
import { decodeWeighting } from "./encode-weighting.ts";
import type { WeightingRow } from "./encode-weighting.ts";
import { spaceKey } from "./space-keys.ts";

/** Counts are those of the whole user: a space serves all namespaces. */
export async function spaces({ transaction }: BoltCall): Promise<SpaceProgress[]> {
  return transaction.run<SpaceProgress>(spaceProgressQuery);
}

export async function activeSpaces({ transaction }: BoltCall): Promise<Space[]> {
  return (await transaction.run<{ space: Space }>(activeSpacesQuery)).map(({ space }) => space);
}

export async function weighting({ realm, transaction }: BoltCall, spaceId: number): Promise<Weighting | null> {
  const [row] = await transaction.run<WeightingRow>(spaceWeightingQuery, { space: spaceKey(realm.userId, spaceId) });
  return row === undefined ? null : decodeWeighting(row);
}

export async function unembedded({ realm, transaction }: BoltCall, { spaceId, limit }: { spaceId: number; limit: number }): Promise<Unembedded[]> {
  return transaction.run<Unembedded>(unembeddedQuery, { space: spaceKey(realm.userId, spaceId), limit });
}

export async function embeddableTexts({ realm, transaction }: BoltCall, { after, limit }: { after: string | null; limit: number }): Promise<Unembedded[]> {
  return transaction.run<Unembedded>(embeddableTextsQuery, { after: after === null ? null : documentKey(realm.userId, after), limit });
}
