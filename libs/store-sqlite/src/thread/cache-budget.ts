/** Something that keeps a copy in memory of what the file holds. */
export interface CacheOwner {
  readonly cachedBytes: number;
  dropCaches(): void;
}

/**
 * Bounds what searches keep in memory over all users of a thread. Beyond the limit, the users not asked for the longest give theirs up. The largest does
 * not count: one that is larger than the limit would be given up for every small user that is asked for in between, and read again for
 * seconds. So at most the largest and the limit are kept. The user asked for last keeps what it needs, however much that is.
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
    if (this.#sum <= this.#limit) return;
    // Of those beyond the limit by themselves only one can stay.
    if (owner.cachedBytes > this.#limit) for (const [other, bytes] of [...this.#bytes]) if (other !== owner && bytes > this.#limit) this.#drop(other);
    const [largest, most] = [...this.#bytes].reduce((one, other) => (other[1] > one[1] ? other : one));
    for (const other of [...this.#bytes.keys()]) {
      if (this.#sum - most <= this.#limit) return;
      if (other !== owner && other !== largest) this.#drop(other);
    }
  }

  /** The owner is gone. */
  forget(owner: CacheOwner): void {
    this.#sum -= this.#bytes.get(owner) ?? 0;
    this.#bytes.delete(owner);
  }

  #drop(owner: CacheOwner): void {
    this.forget(owner);
    owner.dropCaches();
  }
}
