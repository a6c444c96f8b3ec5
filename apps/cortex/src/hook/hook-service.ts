import type { CortexClient } from "@memory-cortex/client";
import { loadConfig, terminalPreferences } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";

import { addressOf } from "../client/find-service.ts";
import { serviceClient } from "../client/service-client.ts";
import { Problem } from "../problem.ts";

/** What stands in the hook's command line, as a program with a window may hand down no environment. */
export interface HookOptions {
  home?: string;
  url?: string;
  user?: string;
  namespace?: string;
}

export interface HookService {
  client: CortexClient;
  userId: string;
  config: CortexConfig;
}

/** The service that a hook talks to, and as whom. */
export function hookService({ home, url, user }: HookOptions): HookService {
  const { config } = loadConfig({ overrides: home === undefined ? {} : { home } });
  const userId = user ?? config.user ?? terminalPreferences().loginName;
  if (userId === null) throw new Problem("No user is named.", { fix: "Install the hook again with --user, or set CORTEX_USER." });
  // A prompt waits for it, and what a turn could not send is sent with the next one.
  const client = serviceClient(addressOf(url === undefined ? {} : { url }, config), { retries: 0 });
  return { client, userId, config };
}
