import type { Realm } from "@memory-cortex/models";
import type { CallOptions } from "@memory-cortex/store";

import type { Connection } from "../connection/connection.ts";
import type { Query } from "../connection/query.ts";
import { clearSpaceLacksQuery, clearSpaceQuery, clearSpaceVectorsQuery, droppedSpacesQuery } from "../queries/drop-spaces.ts";
import { spaceIndex } from "./space-keys.ts";

/** Erased in one transaction. */
const BATCH = 2_000;

/** Takes away what is left of the user's dropped spaces, some at a time, so that other writers get their turn. Broken off, it goes on with the next space that is dropped. */
export async function clearDroppedSpaces(connection: Connection, realm: Realm, options: CallOptions | undefined): Promise<void> {
  const dropped = await connection.read(realm, options, ({ transaction }) => transaction.run<{ space: string; number: number | null }>(droppedSpacesQuery));
  for (const { space, number } of dropped) {
    if (number !== null) await connection.changeSchema(connection.dialect.dropVectorIndex(spaceIndex(number).name), options);
    for (const query of [clearSpaceLacksQuery, clearSpaceVectorsQuery]) await eraseAll(query, space);
    await connection.write(realm, options, ({ transaction }) => transaction.run(clearSpaceQuery, { space }));
  }

  async function eraseAll(query: Query, space: string): Promise<void> {
    for (let erased = BATCH; erased === BATCH; ) {
      const [batch] = await connection.write(realm, options, ({ transaction }) => transaction.run<{ erased: number }>(query, { space, limit: BATCH }));
      erased = batch?.erased ?? 0;
    }
  }
}
