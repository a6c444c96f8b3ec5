import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import type { BoltCall } from "../connection/bolt-call.ts";
import { activateSpaceQuery, dropOlderSpacesQuery, dropSpaceQuery } from "../queries/drop-spaces.ts";
import { clearDroppedSpaces } from "./clear-dropped-spaces.ts";
import { createSpace } from "./create-space.ts";
import { EXACT_UP_TO } from "./exact-up-to.ts";
import { indexSpace } from "./index-space.ts";
import { activeSpaces, embeddableTexts, spaces, unembedded, weighting } from "./read-spaces.ts";
import { saveVectors } from "./save-vectors.ts";
import { spaceKey } from "./space-keys.ts";

type SpaceMethod = "spaces" | "activeSpaces" | "weighting" | "createSpace" | "unembedded" | "embeddableTexts" | "saveVectors" | "activateSpace" | "dropSpace";

async function activate({ realm, transaction }: BoltCall, spaceId: number): Promise<boolean> {
  const [active] = await transaction.run<{ embedder: string; id: number }>(activateSpaceQuery, { space: spaceKey(realm.userId, spaceId) });
  if (active === undefined) return false;
  await transaction.run(dropOlderSpacesQuery, active);
  return true;
}

async function drop({ realm, transaction }: BoltCall, spaceId: number): Promise<void> {
  await transaction.run(dropSpaceQuery, { space: spaceKey(realm.userId, spaceId) });
}

/**
 * What changes the schema, or takes many transactions, follows the write that asks for it.
 * @param exactUpTo a space of more vectors gets an index
 */
export function spaceMethods({ connection, read, write }: StoreParts, exactUpTo = EXACT_UP_TO): Pick<Store, SpaceMethod> {
  const written = { saveVectors: write(1, saveVectors), activateSpace: write(1, activate), dropSpace: write(1, drop) };
  return {
    spaces: read(0, spaces),
    activeSpaces: read(0, activeSpaces),
    weighting: read(1, weighting),
    createSpace: write(1, createSpace),
    unembedded: read(1, unembedded),
    embeddableTexts: read(1, embeddableTexts),
    saveVectors: async (realm, request, options) => {
      const size = await written.saveVectors(realm, request, options);
      if (size !== null && size.vectors > exactUpTo && size.index === null) await indexSpace(connection, realm, { spaceId: request.spaceId, options });
    },
    activateSpace: async (realm: Realm, spaceId, options) => {
      const isActive = await written.activateSpace(realm, spaceId, options);
      if (isActive) await clearDroppedSpaces(connection, realm, options);
      return isActive;
    },
    dropSpace: async (realm, spaceId, options) => {
      await written.dropSpace(realm, spaceId, options);
      await clearDroppedSpaces(connection, realm, options);
    },
  };
}
