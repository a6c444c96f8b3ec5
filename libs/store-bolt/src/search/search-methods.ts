import type { Store, VectorQuery } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { EXACT_UP_TO } from "../spaces/exact-up-to.ts";
import { searchText } from "./search-text.ts";
import { searchVector, similarities } from "./search-vector.ts";

/** @param exactUpTo so many vectors of a realm are all compared; the same as of `spaceMethods` */
export function searchMethods({ read }: StoreParts, exactUpTo = EXACT_UP_TO): Pick<Store, "searchText" | "searchVector" | "similarities"> {
  return { searchText: read(1, searchText), searchVector: read(1, (call, query: VectorQuery) => searchVector(call, query, exactUpTo)), similarities: read(1, similarities) };
}
