import { CortexError } from "@memory-cortex/models";
import type { NewSpace, Space } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { createSpaceQuery, nextSpaceQuery } from "../queries/create-space.ts";
import { lackEverythingQuery } from "../queries/lack-everything.ts";
import { encodeWeighting } from "./encode-weighting.ts";
import { spaceKey } from "./space-keys.ts";

/** Throws `unknown_user` when there is nothing to make vectors of. */
export async function createSpace({ realm, transaction }: BoltCall, { weighting, ...space }: NewSpace): Promise<Space> {
  const [next] = await transaction.run<{ id: number; hasDocuments: boolean }>(nextSpaceQuery);
  if (next?.hasDocuments !== true) throw new CortexError("unknown_user");
  const { total, ids, counts } = encodeWeighting(weighting);
  const key = spaceKey(realm.userId, next.id);
  const fields = { ...space, id: next.id, key, weighted: weighting !== null, weightTotal: total, weightIds: ids, weightCounts: counts };
  const [[created]] = await Promise.all([transaction.run<{ space: Space }>(createSpaceQuery, { fields }), transaction.run(lackEverythingQuery, { space: key })]);
  return created!.space;
}
