import type { CortexClient } from "@memory-cortex/client";

import type { PluginConfig } from "./config.ts";
import type { HostLogger } from "./host/host-api.ts";
import type { TurnContext } from "./host/turn-context.ts";
import type { Realm } from "./isolation/realm.ts";
import type { Receipt } from "./receipts/receipt.ts";

/** What all parts of the plugin share: made once for each configuration in a process, however often the host registers it. */
export interface Plugin {
  readonly config: PluginConfig;
  readonly client: CortexClient;
  /** Whose memory a turn, a tool call or a chat command may touch. Never throws; in doubt the realm with the least in it. */
  realmOf(turn: TurnContext): Realm;
  readonly service: ServiceWatch;
  readonly state: PluginState;
  readonly log: HostLogger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Remembers how the service does, so that a trouble is told once and with its fix. */
export interface ServiceWatch {
  /** Logs one warning for a trouble until the service answers again; returns it in words for a person. */
  failed(error: unknown): Trouble;
  answered(): void;
}

export interface Trouble {
  /** Of the client or the service: "not_running", "timeout", "unauthorized", … */
  code: string;
  sentence: string;
  fix: string;
}

/** What outlives a turn, shared by all processes that use one state folder of the host. */
export interface PluginState {
  /** `<state folder of the host>/memory-cortex`. */
  readonly folder: string;
  isPaused(sessionKey: string | undefined): Promise<boolean>;
  /** Neither recalls nor captures until it is resumed; null: in every session. */
  pause(sessionKey: string | null): Promise<void>;
  resume(sessionKey: string | null): Promise<void>;
  readonly receipts: Receipts;
  /** What waits for the service. */
  spool(): Promise<SpoolStatus>;
  /** Sends what waits, for so long at most. */
  drain(timeoutMs: number): Promise<{ sent: number; waiting: number }>;
  /** When each hook was last called by the host, epoch milliseconds; null: never, so conversation access is not allowed. */
  hooks(): Promise<{ recallAt: number | null; captureAt: number | null }>;
}

export interface Receipts {
  add(receipt: Receipt): void;
  /** The service has a piece of the spool. */
  sent(entryId: string): void;
  /** Newest that fits; of this process at once, of other processes as soon as they wrote it. */
  last(find: { kind?: Receipt["kind"]; sessionKey?: string | undefined }): Promise<Receipt | null>;
  /** Newest first. */
  list(limit: number): Promise<Receipt[]>;
}

export interface SpoolStatus {
  /** Pieces that wait. */
  waiting: number;
  bytes: number;
  oldestAt: number | null;
  /** Pieces that were dropped because the spool was full, ever. */
  dropped: number;
}
