import type { Realm } from "@memory-cortex/models";

import type { Store } from "./store.ts";

/** Methods that leave what recall finds and says as it is: reads, and what is written about answers. All others count as changes. */
const UNCHANGING: ReadonlySet<string> = new Set<keyof Store>([
  "users", "userExists", "revisions", "readAlignment", "listSessions", "listTurns", "openTurns", "openWindows", "improvableWindows", "findByContentHash", "forgottenHashes",
  "getMemory", "listMemories", "history", "searchText", "searchVector", "similarities", "getDocuments", "expand", "spaces", "activeSpaces", "weighting",
  "unembedded", "embeddableTexts", "findEntities", "findNamed", "listEntities", "getEntity", "findRelations", "listConflicts", "getReceipt", "getIdempotent", "llmUsage", "llmSpent",
  "stats", "checkIntegrity", "ping", "close", "exportPage", "importState", "unfinishedImports",
  "touch", "saveReceipts", "reserveIdempotent", "releaseIdempotent", "saveIdempotent", "recordLlmCalls", "saveNote", "getNote", "takeNote",
]);

/** What they write is gone for good. */
const ERASING: ReadonlySet<string> = new Set<keyof Store>(["eraseMemory", "eraseTurns"]);

type Write = (realm: Realm, ...rest: unknown[]) => Promise<unknown>;
type Erased = (userId: string) => void;

/**
 * Tells whether anything of a user was written through one store of this process: a number that is the same only while nothing was.
 * A write counts when it begins and when it ends, so that what was read in the middle of one is not taken for the state after it. An
 * access count changes a score by less than a hundredth and is no change here, nor are receipts.
 */
export class StoreRevisions {
  readonly #revisions = new Map<string, number>();
  readonly #erased: Erased[] = [];

  /** 0 for a user of whom nothing was written yet. */
  of(userId: string): number {
    return this.#revisions.get(userId) ?? 0;
  }

  /** Called before and after something of a user is erased: nothing of it may stay anywhere. */
  onErase(listener: Erased): void {
    this.#erased.push(listener);
  }

  /** The same store, its writes counted here. */
  watch(store: Store): Store {
    const wrapped = Object.entries(store).map(([name, method]): [string, unknown] => {
      if (typeof method !== "function" || UNCHANGING.has(name)) return [name, method];
      const write = method as Write;
      return [name, (realm: Realm, ...rest: unknown[]) => this.#around(realm.userId, { erases: ERASING.has(name), write: () => write(realm, ...rest) })];
    });
    return { ...store, ...(Object.fromEntries(wrapped) as Partial<Store>) };
  }

  async #around(userId: string, { erases, write }: { erases: boolean; write: () => Promise<unknown> }): Promise<unknown> {
    this.#count(userId, erases);
    try {
      return await write();
    } finally {
      this.#count(userId, erases);
    }
  }

  #count(userId: string, erases: boolean): void {
    this.#revisions.set(userId, this.of(userId) + 1);
    if (erases) for (const listener of this.#erased) listener(userId);
  }
}
