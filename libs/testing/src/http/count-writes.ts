import type { Store } from "@memory-cortex/store";

const WRITES: ReadonlySet<string> = new Set<keyof Store>([
  "appendTurns", "eraseTurns", "commitCapture", "writeMemory", "commitMemories", "mergeEntities", "unmergeEntity", "resolveConflict", "retireMemory", "retireExpired", "eraseMemory", "touch", "createSpace", "saveVectors",
  "activateSpace", "dropSpace", "saveReceipts", "reserveIdempotent", "saveIdempotent", "saveNote", "takeNote",
]);

/** The same store, and the names of its writing methods as they are called: a refused request must call none. */
export function countWrites(store: Store): { store: Store; writes: string[] } {
  const writes: string[] = [];
  const counted = new Proxy(store, {
    get(target, name: keyof Store) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (WRITES.has(name)) writes.push(name);
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { store: counted, writes };
}
