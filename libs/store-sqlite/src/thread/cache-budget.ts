/** Something that keeps a copy in memory of what the file holds. */
export interface CacheOwner {
  readonly cachedBytes: number;
  dropCaches(): void;
}

/**
 * Bounds what searches keep in memory over all users of a thread: beyond the limit, the users not asked for the longest give theirs up.
 * The user asked for last keeps what it needs, however much that is.
 */
export class CacheBudget {
  readonly #limit: number;
  /** Bytes of each owner, in the order of their last use. */
  readonly #bytes = new Map<CacheOwner, number>();
  #sum = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** To be called after each use of an owner. */
  used(owner: CacheOwner): void {
    this.forget(owner);
    this.#bytes.set(owner, owner.cachedBytes);
    this.#sum += owner.cachedBytes;
    for (const other of this.#bytes.keys()) {
      if (this.#sum <= this.#limit || other === owner) return;
      this.forget(other);
      other.dropCaches();
    }
  }

  /** The owner is gone. */
  forget(owner: CacheOwner): void {
    this.#sum -= this.#bytes.get(owner) ?? 0;
    this.#bytes.delete(owner);
  }
}
