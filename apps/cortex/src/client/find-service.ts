import type { CortexClient } from "@memory-cortex/client";
import { loadConfig, terminalPreferences } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { serviceClient } from "./service-client.ts";
import type { ServiceAddress } from "./service-client.ts";

/** Options that every command with a service takes. */
export interface ServiceOptions {
  url?: string;
  token?: string;
  user?: string;
}

export interface FoundService {
  client: CortexClient;
  userId: string;
  config: CortexConfig;
}

/** The address a service of this configuration is reached at from this machine. */
export function localUrl(config: CortexConfig): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const host = everywhere[config.host] ?? (config.host.includes(":") && !config.host.startsWith("[") ? `[${config.host}]` : config.host);
  return `http://${host}:${config.port}`;
}

/** On the service's own machine its configuration holds a token already: the one with most roles and no limits. */
function ownToken(config: CortexConfig): string | null {
  const free = config.tokens.filter((entry) => entry.users === undefined && entry.namespaces === undefined);
  return free.toSorted((one, other) => other.roles.length - one.roles.length)[0]?.token ?? null;
}

/** Which service and whose memory: flags, then configuration, then the local address and the login name. */
export function findService(options: ServiceOptions): FoundService {
  const { config } = loadConfig();
  const { url, token } = addressOf(options, config);
  const userId = options.user ?? config.user ?? terminalPreferences().loginName;
  if (userId === null) throw new Problem("No user is named.", { fix: "Give --user or set CORTEX_USER.", exitCode: EXIT.usage });
  return { client: serviceClient({ url, token }), userId, config };
}

/** Where a command goes, and with which token. */
export function addressOf(options: ServiceOptions, config: CortexConfig): ServiceAddress {
  const local = localUrl(config);
  const url = (options.url ?? config.url ?? local).replace(/\/+$/, "");
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new Problem("--url needs an address like http://127.0.0.1:8300.", { exitCode: EXIT.usage });
  }
  // Our own tokens are for our own service: another address must not learn them.
  return { url, token: options.token ?? config.token ?? (url === local ? ownToken(config) : null) };
}
