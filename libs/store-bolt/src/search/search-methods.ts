import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { searchText } from "./search-text.ts";

export function searchMethods({ read }: StoreParts): Pick<Store, "searchText"> {
  return { searchText: read(1, searchText) };
}
