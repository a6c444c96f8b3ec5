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
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AfterwardsOptions) {
    this.#options = options;
  }

  add(userId: string, receipt: Receipt, touched: readonly string[]): void {
    const entry = this.#gathered.get(userId) ?? { receipts: [], touched: new Set<string>(), at: receipt.at };
    entry.receipts.push(receipt);
    entry.at = receipt.at;
    for (const id of touched) entry.touched.add(id);
    this.#gathered.set(userId, entry);
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.gatherMs ?? GATHER_MS).unref();
  }

  /** Writes all that is gathered; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
