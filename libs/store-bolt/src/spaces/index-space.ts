import type { Realm } from "@memory-cortex/models";
import type { CallOptions } from "@memory-cortex/store";

import type { Connection } from "../connection/connection.ts";
import { labelOlderVectorsQuery, numberSpaceQuery, serveByIndexQuery } from "../queries/index-space.ts";
import { spaceIndex, spaceKey } from "./space-keys.ts";

/** Put into the index in one transaction. */
const BATCH = 500;

/**
 * Gives a space that has outgrown comparing all of it an index of its own: a number, from which on new vectors go into it; the index; the older
 * vectors; and only then do searches use it. Broken off, it goes on with the next vectors that are saved; two processes at once do no harm.
 */
export async function indexSpace(connection: Connection, realm: Realm, { spaceId, options }: { spaceId: number; options: CallOptions | undefined }): Promise<void> {
  const space = spaceKey(realm.userId, spaceId);
  const { dialect } = connection;
  const [numbered] = await connection.write(realm, options, ({ transaction }) => transaction.run<{ number: number; dimension: number }>(numberSpaceQuery, { space }));
  if (numbered === undefined) return;
  const { label, name } = spaceIndex(numbered.number);
  await connection.changeSchema(dialect.vectorIndex({ name, label, property: "value", dimension: numbered.dimension }), options);
  for (let labelled = BATCH; labelled === BATCH; ) {
    const [batch] = await connection.write(realm, options, ({ transaction }) => transaction.run<{ labelled: number }>(labelOlderVectorsQuery(numbered.number), { space, limit: BATCH }));
    labelled = batch?.labelled ?? 0;
  }
  if (dialect.awaitIndexes !== null) await connection.changeSchema([dialect.awaitIndexes], options);
  await connection.write(realm, options, ({ transaction }) => transaction.run(serveByIndexQuery, { space, index: name }));
}
