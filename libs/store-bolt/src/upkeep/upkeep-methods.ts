import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { checkIntegrity } from "./check-integrity.ts";
import { stats } from "./stats.ts";

export function upkeepMethods({ read, write }: StoreParts): Pick<Store, "stats" | "checkIntegrity"> {
  return { stats: read(0, stats), checkIntegrity: write(0, checkIntegrity, { makesUser: false, whileImporting: true }) };
}
