import { nameOf } from "../values.ts";
import type { Fields } from "../values.ts";

/** One entry of a transcript and where it stands. */
export interface Entry {
  place: string;
  fields: Fields;
}

/**
 * The entries that the host shows, in order. A transcript is a tree, of which a person may have gone back to an earlier point: what was
 * said on other branches is not part of it. Where the chain is broken (old files, files that were cut) the order of the file counts: a
 * line too many costs little.
 */
export function activeEntries(entries: readonly Entry[]): Entry[] {
  const places = new Map<string, number>();
  for (const [index, { fields }] of entries.entries()) {
    const id = nameOf(fields["id"], 256);
    if (id !== undefined && fields["type"] !== "session") places.set(id, index);
  }
  if (places.size === 0) return [...entries];
  const active: Entry[] = [];
  for (let index = lastEntry(entries, places); index >= 0; ) {
    const entry = entries[index]!;
    active.push(entry);
    const parent = nameOf(entry.fields["parentId"], 256);
    const found = parent === undefined ? undefined : places.get(parent);
    index = found !== undefined && found < index ? found : index - 1;
  }
  return active.toReversed();
}

/** Where the conversation ends: the last entry, or the one that a person went back to after it. */
function lastEntry(entries: readonly Entry[], places: ReadonlyMap<string, number>): number {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const { fields } = entries[index]!;
    if (fields["type"] === "leaf") return places.get(nameOf(fields["targetId"], 256) ?? "") ?? index - 1;
    if (fields["appendMode"] !== "side") return index;
  }
  return -1;
}
