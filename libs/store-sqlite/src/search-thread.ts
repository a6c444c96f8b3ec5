import type { Realm } from "@memory-cortex/models";

/** Searches that keep something in memory, by what they keep: words or vectors. */
const KEPT_BY: Record<string, number> = { searchText: 0, prepareText: 0, followText: 0, expand: 0, searchVector: 1, similarities: 1, prepareVectors: 1 };

/**
 * The thread, of so many, that a search must run in; null when any will do. What a search keeps in memory is then built once, and the
 * words and the vectors of a user lie in different threads, so that the two searches of a recall run side by side.
 */
export function searchThread({ name, realm }: { name: string; realm?: Realm }, threads: number): number | null {
  const kept = KEPT_BY[name];
  if (kept === undefined || realm === undefined) return null;
  let hash = 0;
  for (let index = 0; index < realm.userId.length; index += 1) hash = (Math.imul(hash, 31) + realm.userId.charCodeAt(index)) >>> 0;
  return (hash + kept) % threads;
}
