import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { stats } from "./stats.ts";

export function upkeepMethods({ read }: StoreParts): Pick<Store, "stats"> {
  return { stats: read(0, stats) };
}
