import { setTimeout as wait } from "node:timers/promises";

import { wholeUser } from "@memory-cortex/models";
import type { Receipt, Store } from "@memory-cortex/store";

export interface AfterwardsOptions {
  store: Store;
  /** How long receipts and access counts are gathered before they are written, milliseconds. */
  gatherMs?: number;
  failed?: (part: string, error: unknown) => void;
}

interface Gathered {
  receipts: Receipt[];
  touched: Set<string>;
  at: number;
}

/** A recall that was answered. */
export interface Answered {
  userId: string;
  /** When, epoch milliseconds. */
  at: number;
  /** Memories that count as given. */
  touched: readonly string[];
  receipt: (at: number) => Receipt;
}

/** Every write makes the readers of the user look into the file anew: what is written once a second costs one recall in a hundred something, not one in twenty. */
export const GATHER_MS = 1_000;
/** Gathering, and the write after it, in times of gathering. */
const WRITTEN_WITHIN = 1.5;

/** Looks again for a receipt that another process may still be gathering, milliseconds: its id (UUIDv7) tells when it was made. Null at once for an older one. */
export async function afterGathering<Found>(id: string, { now, gatherMs }: { now: number; gatherMs: number }, find: () => Promise<Found | null>): Promise<Found | null> {
  const age = now - Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  const within = WRITTEN_WITHIN * gatherMs;
  if (!(Math.abs(age) < within)) return null;
  await wait(within - Math.max(0, age));
  return find();
}

/**
 * What is written after an answer, in batches: receipts and access counts, one transaction each for a user. Losing them in a crash
 * loses no memory; a receipt not yet written is found here.
 */
export class Afterwards {
  readonly #options: AfterwardsOptions;
  #gathered = new Map<string, Gathered>();
  readonly #unmade: { userId: string; make: () => Receipt }[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AfterwardsOptions) {
    this.#options = options;
  }

  /** The receipt is made when the answer is on its way. */
  add({ userId, at, touched, receipt }: Answered): void {
    const entry = this.#gatheredFor(userId, at);
    for (const id of touched) entry.touched.add(id);
    this.#unmade.push({ userId, make: () => receipt(at) });
    if (this.#unmade.length === 1) setImmediate(() => this.#makeReceipts());
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.gatherMs ?? GATHER_MS).unref();
  }

  #gatheredFor(userId: string, at: number): Gathered {
    const entry = this.#gathered.get(userId) ?? { receipts: [], touched: new Set<string>(), at };
    entry.at = at;
    this.#gathered.set(userId, entry);
    return entry;
  }

  #makeReceipts(): void {
    for (let next = this.#unmade.shift(); next !== undefined; next = this.#unmade.shift()) {
      try {
        this.#gathered.get(next.userId)?.receipts.push(next.make());
      } catch (error) {
        this.#options.failed?.("receipts", error);
      }
    }
  }

  /** Writes all that is gathered; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#makeReceipts();
    const gathered = this.#gathered;
    this.#gathered = new Map();
    this.#writing = this.#writing.then(async () => {
      for (const [userId, entry] of gathered) await this.#write(userId, entry);
    });
    await this.#writing;
  }

  async #write(userId: string, entry: Gathered): Promise<void> {
    const realm = wholeUser(userId);
    try {
      await this.#options.store.saveReceipts(realm, entry.receipts);
      if (entry.touched.size > 0) await this.#options.store.touch(realm, { ids: [...entry.touched], at: entry.at });
    } catch (error) {
      this.#options.failed?.("receipts", error);
    }
  }
}
