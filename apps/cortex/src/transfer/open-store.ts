import type { CortexConfig } from "@memory-cortex/config";
import { systemClock } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { prepareHome } from "../embedded/prepare-home.ts";
import type { Shape } from "./backup-lines.ts";

/**
 * The store of a shape, for moving. "read" leaves an embedded service that runs alone and may run beside it; "take" is refused with
 * `store_unavailable` while one runs. In the server shape stopping the apps is the caller's part.
 */
export async function openStore(shape: Shape, config: CortexConfig, use: "read" | "take"): Promise<Store> {
  if (shape === "embedded") {
    const { openSqliteStore } = await import("@memory-cortex/store-sqlite");
    if (use === "take") await prepareHome(config.home);
    return openSqliteStore({ home: config.home, clock: systemClock, readers: 1, maxOpenUsers: 4, lock: use === "take" });
  }
  const { openBoltStore } = await import("@memory-cortex/store-bolt");
  const { boltUrl: url, boltUsername: username, boltPassword: password } = config;
  return openBoltStore({ url, clock: systemClock, ...(username !== null && { username }), ...(password !== null && { password }) });
}

/** How a shape's store is named to a person. */
export const placeOf = (shape: Shape, config: CortexConfig): string => (shape === "embedded" ? config.home : new URL(config.boltUrl).host);
