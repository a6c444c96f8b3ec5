import { createCortexClient } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";

import { addressOf } from "./memory-cortex-config.ts";
import type { MemoryCortexConfig } from "./memory-cortex-config.ts";
import type { RunnerLog } from "./session-entry.ts";

/** The routes of the older middleware that a runner needs. */
export type RunnerClient = Pick<CortexClient, "hybridSearch" | "legacyRecall" | "ingest">;

/** What the runner brings along. */
export interface RunnerContext {
  config: MemoryCortexConfig;
  log: RunnerLog;
  /** Default: one for the address of the configuration. */
  client?: RunnerClient | undefined;
  clock?: { now(): number } | undefined;
}

/** The client of a context. Throws `invalid_client` for an address that cannot be one. */
export function clientOf({ client, config }: RunnerContext): RunnerClient {
  return client ?? createCortexClient({ url: addressOf(config), token: config.token });
}

export const nowOf = ({ clock }: RunnerContext): number => (clock ?? Date).now();
