import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { checkIntegrity } from "./check-integrity.ts";
import { stats } from "./stats.ts";

export function upkeepMethods({ connection, read }: StoreParts): Pick<Store, "stats" | "checkIntegrity"> {
  return { stats: read(0, stats), checkIntegrity: (realm, options) => checkIntegrity(connection, realm, options) };
}
