import type { Realm } from "@memory-cortex/models";

import type { UserDatabase } from "./user-database.ts";

/** What every operation runs with: inside one transaction on the user's file. */
export interface Call {
  readonly database: UserDatabase;
  readonly realm: Realm;
  /** The store's clock when the call was made. */
  readonly now: number;
}
