import { CortexError } from "@memory-cortex/models";

import { readCompose } from "./read-compose.ts";
import type { ComposeFile, ComposeService } from "./read-compose.ts";

/** A process of the server shape, as the compose file starts it. */
export interface ComposeApp {
  /** "recall-api", "ingest", "worker" or "scheduler". */
  name: string;
  /** Program and arguments, relative to the top of the project; the program is "node". */
  command: readonly [string, ...string[]];
  /** Everything that the process is told. Empty values count as not given. */
  environment: Readonly<Record<string, string>>;
  /** Where it listens in its container. */
  port: number;
  /** Names of the secrets that it may read under `/run/secrets`. */
  secrets: readonly string[];
  /** How many of it run. */
  copies: number;
}

/** A port of the machine that leads into a container. */
export interface PublishedPort {
  host: string;
  port: number;
  /** Port in the container. */
  target: number;
}

/** The ports that a service publishes; all of them must name their address. */
export function publishedPorts(service: ComposeService): PublishedPort[] {
  return (service.ports ?? []).map((text) => {
    const [, host, port, target] = /^(\[[^\]]+\]|[^:]+):(\d+):(\d+)$/.exec(text) ?? [];
    if (host === undefined) throw new CortexError("config_invalid", { detail: "A published port does not name its address." });
    return { host, port: Number(port), target: Number(target) };
  });
}

/** The services that run the image of this project, in the order of the file. Throws `config_invalid` for one without command or port. */
export function readComposeApps(file: ComposeFile = readCompose()): ComposeApp[] {
  return Object.entries(file.services).flatMap(([name, service]) => (service.build === undefined ? [] : [appOf(name, service)]));
}

function appOf(name: string, { command, environment = {}, secrets = [], scale = 1 }: ComposeService): ComposeApp {
  const [program, ...rest] = command ?? [];
  const port = Number(environment["CORTEX_PORT"]);
  if (program === undefined || !Number.isInteger(port)) throw new CortexError("config_invalid", { detail: `The service ${name} lacks a command or CORTEX_PORT.` });
  return { name, command: [program, ...rest], environment, port, secrets, copies: Number(scale) };
}
