import { untilStopped } from "@memory-cortex/assembly";
import { loadConfig } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";
import { collectWhenIdle } from "@memory-cortex/threads";

import { localUrl } from "../client/find-service.ts";
import { portHolder } from "../doctor/check-port.ts";
import { startEmbedded } from "../embedded/embedded.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { modelProgress } from "../terminal/model-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

export interface UpOptions {
  json?: boolean;
  host?: string;
  port?: number;
  home?: string;
}

/** Before the model is prepared, so that nobody waits for a download only to hear that the port is taken. */
async function requirePort(config: CortexConfig): Promise<void> {
  if (config.port === 0) return;
  const url = localUrl(config);
  const holder = await portHolder(url);
  if (holder === "ours") throw new Problem(`Memory Cortex runs already at ${url}.`, { code: "already_running", fix: "Use it, stop it first, or set CORTEX_PORT and CORTEX_HOME for a second one." });
  if (holder === "other") throw new CortexError("port_taken", { detail: `Port ${config.port} is taken by another program.` });
}

function readyLine({ url, home, legs }: Embedded, { colours }: Terminal): string {
  return `${colours.green("Memory Cortex is ready")} at ${colours.bold(url)} · data in ${home} · recall by ${legs.join(", ")} · docs at ${url}/docs`;
}

/** Starts the service and waits for its end. Loaded on demand: the other commands start in a third of the time without it. */
export async function runUp({ terminal, end }: CommandContext, options: UpOptions): Promise<void> {
  const { json, ...overrides } = options;
  const { config, warnings, file } = loadConfig({ overrides });
  if (file !== null) terminal.note(`Settings from ${file}.`);
  for (const warning of warnings) terminal.note(terminal.noteColours.yellow(warning));
  await requirePort(config);

  const progress = modelProgress(terminal);
  const service = await startEmbedded({
    config,
    say: (line) => {
      progress.end();
      terminal.note(line);
    },
    showModel: progress.show,
  }).finally(() => progress.end());
  collectWhenIdle({ awaited: true });
  const { url, home, legs } = service;
  answer(terminal, json, { value: { url, home, legs, docs: `${url}/docs` }, lines: () => [readyLine(service, terminal)] });

  const stopped = await untilStopped(service, { limitMs: config.shutdownSeconds * 1_000, onSignal: () => terminal.note("Stopping: running work is finished first.") });
  terminal.note(stopped === "clean" ? "Stopped." : "Stopped before everything was finished; the next start goes on with it.");
  end(EXIT.ok);
}
