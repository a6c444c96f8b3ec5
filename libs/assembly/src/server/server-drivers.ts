import type { Clock } from "@memory-cortex/models";
import type { JobName, JobPayload, Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

export interface StoreAddress {
  url: string;
  username: string | undefined;
  password: string | undefined;
  clock: Clock;
  onMigration: (event: object) => void;
}

export interface QueueAddress {
  url: string;
  clock: Clock;
  /** Jobs that this process may run. */
  only: readonly JobName[];
  /** Jobs of each name at once. */
  concurrency: number;
  /** A language model may be asked by jobs: it costs, and has limits of its own. */
  asksModels: boolean;
  onError: (error: unknown, where: string) => void;
}

/** A queue outside the process. */
export interface SharedQueue extends Queue {
  /** Enqueues again and again, however many processes ask for it; the same again changes nothing. */
  repeat<Name extends JobName>(name: Name, payload: JobPayload<Name>, options: { everyMs: number }): Promise<void>;
  /** Whether this holder has it, alone, for the next `ttlMs`. */
  lease(name: string, request: { holder: string; ttlMs: number }): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
}

/** What the main file of an app chooses. */
export interface ServerDrivers {
  openStore(address: StoreAddress): Promise<Store>;
  /** Needs no queue server to be there. */
  openQueue(address: QueueAddress): SharedQueue;
}
