import type { Realm } from "@memory-cortex/models";
import type { CallOptions, Space } from "@memory-cortex/store";

type Read = (realm: Realm, options?: CallOptions) => Promise<Space[]>;

const MOST = 1_000;

/**
 * The active spaces of users, kept until a write through this store changes them: every recall asks, and a message to a thread and back
 * costs more than the rest of its question. Only for a store that has its files to itself.
 */
export class ActiveSpaces {
  readonly #read: Read;
  readonly #keep: boolean;
  readonly #kept = new Map<string, Space[]>();
  /** Counts changes, so that an answer read before or during one is not kept. */
  #changes = 0;

  constructor(read: Read, { keep }: { keep: boolean }) {
    this.#read = read;
    this.#keep = keep;
  }

  async of(realm: Realm, options?: CallOptions): Promise<Space[]> {
    const { userId } = realm;
    const kept = this.#kept.get(userId);
    if (kept !== undefined) return [...kept];
    const changes = this.#changes;
    const spaces = await this.#read(realm, options);
    if (this.#keep && changes === this.#changes) {
      if (this.#kept.size >= MOST) this.#kept.delete(this.#kept.keys().next().value!);
      this.#kept.set(userId, spaces);
    }
    return [...spaces];
  }

  /** Runs a write that may change which spaces a user has; nothing known of him outlives it. */
  async changing<Result>({ userId }: Realm, write: () => Promise<Result>): Promise<Result> {
    const forget = (): void => {
      this.#changes += 1;
      this.#kept.delete(userId);
    };
    forget();
    try {
      return await write();
    } finally {
      forget();
    }
  }
}
