import type { Store } from "@memory-cortex/store";

import type { Connection } from "./connection/connection.ts";
import { runnersOf } from "./methods.ts";
import { listUsersQuery } from "./queries/list-users.ts";
import { pingQuery } from "./queries/ping.ts";
import { userExists } from "./conversations/user-exists.ts";
import type { Runners } from "./methods.ts";

/** What a group of methods is made of. */
export interface StoreParts extends Runners {
  connection: Connection;
}

type Methods<Name extends keyof Store> = Pick<Store, Name>;

function userMethods({ connection, read }: StoreParts): Methods<"users" | "userExists" | "ping" | "close"> {
  return {
    users: async (options) => (await connection.readAll<{ id: string }>(listUsersQuery, options)).map(({ id }) => id),
    userExists: read(0, userExists),
    ping: async (options) => {
      await connection.readAll(pingQuery, options);
    },
    close: () => connection.close(),
  };
}

/** The port over a Bolt server: every method is one function over a call, listed here once. */
export function createBoltStore(connection: Connection): Store {
  const parts: StoreParts = { connection, ...runnersOf(connection) };
  const store: Partial<Store> = { ...userMethods(parts) };
  return store as Store;
}
