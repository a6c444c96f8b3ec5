import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { searchText } from "./search-text.ts";
import { searchVector, similarities } from "./search-vector.ts";

export function searchMethods({ read }: StoreParts): Pick<Store, "searchText" | "searchVector" | "similarities"> {
  return { searchText: read(1, searchText), searchVector: read(1, searchVector), similarities: read(1, similarities) };
}
