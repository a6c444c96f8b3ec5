import { isDeepStrictEqual } from "node:util";

/** Fields of a record that are not what they were, with what they are now. */
export function changesOf<Item extends object>(before: Item, after: Item): Partial<Item> {
  const entries = Object.entries(after) as [keyof Item, Item[keyof Item]][];
  return Object.fromEntries(entries.filter(([field, value]) => !isDeepStrictEqual(value, before[field]))) as Partial<Item>;
}
