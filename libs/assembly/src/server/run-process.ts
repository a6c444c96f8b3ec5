import { loadConfig } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";
import type { JobName } from "@memory-cortex/queue";
import { collectWhenIdle } from "@memory-cortex/threads";

import { createBase } from "../running/base.ts";
import type { Base } from "../running/base.ts";
import { OpenParts } from "../running/open-parts.ts";
import { serve } from "../running/serve.ts";
import { untilStopped } from "../running/until-stopped.ts";
import { openProcess } from "./open-process.ts";
import type { OpenProcessOptions } from "./open-process.ts";
import type { ServerDrivers } from "./server-drivers.ts";
import type { ServerProcess, Serving } from "./server-process.ts";

export interface ProcessOptions {
  /** In logs, traces and what is said at start. */
  name: string;
  /** Where none is configured. */
  port: number;
  drivers: ServerDrivers;
  /** Jobs that the process runs; none by default. Throws `config_invalid`. */
  jobs?: (config: CortexConfig) => readonly JobName[];
  /** None by default. */
  vital?: OpenProcessOptions["vital"];
  /** Puts together what the process does; waits for nothing. */
  start(process: ServerProcess): Serving;
}

/** Requests that run get this share of the time of a stop; jobs this share of what is left, as one that is handed back takes a moment more. */
const REQUESTS_SHARE = 0.4;
const JOBS_SHARE = 0.75;
/** While the database is away, drivers go on trying for many seconds; no request waits for that. */
const USER_LIMIT_MS = 2_000;

/** One line for whoever starts it, as its log may be silent. */
function fail(name: string, error: unknown): never {
  const reason = CortexError.isInstance(error) ? `${error.detail.replace(/\.?$/, ".")} ${error.fix}` : "It broke; the log says where.";
  process.stderr.write(`memory-cortex ${name}: ${reason}\n`);
  process.exit(1);
}

/** Serves at once, whatever is away; what goes on beside it never resolves, and rejects when the process cannot go on. */
async function startServing(base: Base, open: OpenParts, options: ProcessOptions): Promise<{ beside: Promise<never> }> {
  const { config, log } = base;
  const { drivers, jobs, vital = [], start } = options;
  const opened = openProcess(base, open, { drivers, jobs: jobs?.(config) ?? [], vital });
  const { beside, ...served } = start(opened);
  open.add("queue", (graceMs) => opened.queue.close({ graceMs: graceMs * JOBS_SHARE }));
  const server = serve(base, { ...served, userLimitMs: USER_LIMIT_MS });
  open.add("server", (graceMs) => server.close(graceMs * REQUESTS_SHARE));
  const { url } = await server.listen({ host: config.host, port: config.port });
  log.info({ url }, "listening");
  const goesOn = Promise.resolve(beside?.()).then(() => new Promise<never>(() => undefined));
  return { beside: goesOn };
}

/**
 * Runs a process of the server shape until SIGTERM or SIGINT. It answers `/healthz` at once, whatever is away, and `/readyz` says what that is.
 * At the end, what runs is finished or handed back within `CORTEX_SHUTDOWN_SECONDS`; a second signal ends it at once. A wrong setting and a
 * taken port end it with one line and exit code 1.
 */
export async function runProcess(options: ProcessOptions): Promise<never> {
  let log: Base["log"] | null = null;
  try {
    const { config, warnings } = loadConfig({ defaults: { port: options.port } });
    const base = await createBase({ config, process: options.name });
    log = base.log;
    for (const warning of warnings) log.warn(warning);
    const open = new OpenParts(base);
    open.add("traces", (graceMs) => base.tracing.close(graceMs));
    const { beside } = await startServing(base, open, options);
    collectWhenIdle({ awaited: true });
    const stopped = await untilEnd(beside, open, base);
    log.info({ stopped }, "stopped");
    process.exit(stopped === "clean" ? 0 : 1);
  } catch (error) {
    // An error of the catalogue is all said in the line.
    if (!CortexError.isInstance(error)) log?.error({ err: error }, "cannot go on");
    fail(options.name, error);
  }
}

/** Until a signal has ended it, or what goes on beside the server fails: while it stops, that is no news. */
async function untilEnd(beside: Promise<never>, open: OpenParts, { config, log }: Base): Promise<"clean" | "cut"> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  let stops = false;
  beside.catch((error: unknown) => (stops ? log.debug({ err: error }, "ended by the stop") : reject(error)));
  const onSignal = (): void => {
    stops = true;
    log.info("stopping");
  };
  return Promise.race([broken, untilStopped(open, { limitMs: config.shutdownSeconds * 1_000, onSignal })]);
}
