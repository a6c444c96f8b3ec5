import type { CortexConfig } from "@memory-cortex/config";
import { systemClock, uuidV7Source } from "@memory-cortex/models";
import type { Clock, IdSource } from "@memory-cortex/models";
import { createLogger, createMetrics, openTracing } from "@memory-cortex/telemetry";
import type { Logger, Metrics, Tracing } from "@memory-cortex/telemetry";

import { VERSION } from "../version.ts";

/** What every process has, whatever it does. */
export interface Base {
  config: CortexConfig;
  clock: Clock;
  ids: IdSource;
  /** Milliseconds of a clock that never goes back, with fractions. */
  monotonic: () => number;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

export interface BaseOptions {
  config: CortexConfig;
  /** Name of the process in logs and traces, where there are several; alone, it is no news in a log line. */
  process?: string;
}

/** Clock, ids, log, figures and traces of a process. */
export async function createBase({ config, process }: BaseOptions): Promise<Base> {
  const clock = systemClock;
  const service = process === undefined ? "memory-cortex" : `memory-cortex-${process}`;
  return {
    config,
    clock,
    ids: uuidV7Source(clock),
    monotonic: () => performance.now(),
    log: createLogger({ level: config.logLevel, ...(process === undefined ? {} : { process }) }),
    metrics: createMetrics({ process: true }),
    tracing: await openTracing({ url: config.otlpUrl, service, version: VERSION }),
  };
}
