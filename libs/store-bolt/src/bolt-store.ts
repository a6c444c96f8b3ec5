import type { Store } from "@memory-cortex/store";

import type { Connection } from "./connection/connection.ts";
import { conversationMethods } from "./conversations/conversation-methods.ts";
import { knowledgeMethods } from "./knowledge/knowledge-methods.ts";
import { ledgerMethods } from "./ledger/ledger-methods.ts";
import { runnersOf } from "./methods.ts";
import type { Runners } from "./methods.ts";
import { listUsersQuery } from "./queries/list-users.ts";
import { pingQuery } from "./queries/ping.ts";
import { searchMethods } from "./search/search-methods.ts";
import { spaceMethods } from "./spaces/space-methods.ts";
import { transferMethods } from "./transfer/transfer-methods.ts";
import { upkeepMethods } from "./upkeep/upkeep-methods.ts";

/** What a group of methods is made of. */
export interface StoreParts extends Runners {
  connection: Connection;
}

function serverMethods({ connection }: StoreParts): Pick<Store, "users" | "ping" | "close"> {
  return {
    users: async (options) => (await connection.readAll<{ id: string }>(listUsersQuery, options)).map(({ id }) => id),
    ping: async (options) => {
      await connection.readAll(pingQuery, options);
    },
    close: () => connection.close(),
  };
}

/** The port over a Bolt server: every method is one function over a call, listed once in its group. */
export function createBoltStore(connection: Connection): Store {
  const parts: StoreParts = { connection, ...runnersOf(connection) };
  const store: Partial<Store> = { ...serverMethods(parts), ...conversationMethods(parts), ...knowledgeMethods(parts), ...ledgerMethods(parts), ...searchMethods(parts), ...spaceMethods(parts), ...upkeepMethods(parts), ...transferMethods(parts) };
  return store as Store;
}
