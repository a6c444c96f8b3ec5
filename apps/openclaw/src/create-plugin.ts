import { homedir } from "node:os";
import { join } from "node:path";

import { createCortexClient } from "@memory-cortex/client";

import { readConfig } from "./config.ts";
import type { HostApi } from "./host/host-api.ts";
import { realmOf } from "./isolation/realm-of.ts";
import type { Plugin, PluginState } from "./plugin.ts";
import { sharedIn } from "./shared.ts";
import type { Shared } from "./shared.ts";

/** Plugin and shared parts of one registration. Touches neither disk nor network: hosts also register to see what would be there. */
export function createPlugin(api: HostApi, now: () => number = Date.now): { plugin: Plugin; shared: Shared } {
  const { config, problems } = readConfig(api.pluginConfig);
  const folder = join(stateFolderOf(api), "memory-cortex");
  const make = (): Plugin => plugin;
  const shared = (): Shared => sharedIn(folder, make);
  const plugin: Plugin = {
    config,
    client: createCortexClient({ url: config.url, token: config.token }),
    realmOf: (turn) => realmOf(turn, { config, hostOwners: hostOwners(api.config), groupsInMain: groupsInMain(api.config), known: shared().known }),
    service: { failed: (error) => shared().watch(config.url).failed(error), answered: () => shared().watch(config.url).answered() },
    state: stateOf(folder, shared),
    log: api.logger,
    now,
  };
  const parts = shared();
  // Registrations that only look may lack secrets and settings: what runs goes by the one that really runs.
  if (api.registrationMode === undefined || api.registrationMode === "full") parts.plugin = plugin;
  for (const problem of problems) parts.complain(problem);
  return { plugin, shared: parts };
}

function stateOf(folder: string, shared: () => Shared): PluginState {
  return {
    folder,
    isPaused: (sessionKey) => shared().pauses.isPaused(sessionKey),
    pause: (sessionKey) => shared().pauses.pause(sessionKey),
    resume: (sessionKey) => shared().pauses.resume(sessionKey),
    receipts: {
      add: (receipt) => shared().receipts.add(receipt),
      sent: (entryId) => shared().receipts.sent(entryId),
      last: (find) => shared().receipts.last(find),
      list: (limit) => shared().receipts.list(limit),
    },
    spool: () => shared().spool.status(),
    drain: (timeoutMs) => shared().sender.drain(timeoutMs),
    hooks: () => shared().hooks.read(),
  };
}

/** The host honours OPENCLAW_STATE_DIR; one too old to be asked keeps its data at the usual place. */
const stateFolderOf = (api: HostApi): string => api.runtime?.state?.resolveStateDir?.() ?? join(homedir(), ".openclaw");

/** `commands.ownerAllowFrom`: "telegram:123". Entries without a channel could be anybody elsewhere, so they do not count. */
function hostOwners(config: HostApi["config"]): ReadonlySet<string> {
  const named = recordOf(config?.["commands"])["ownerAllowFrom"];
  const entries = Array.isArray(named) ? named.filter((entry): entry is string => typeof entry === "string") : [];
  return new Set(entries.filter((entry) => /^[a-z][\w-]*:./i.test(entry)).map((entry) => entry.toLowerCase()));
}

/** `session.groupScope`, of the whole host or of a binding. */
function groupsInMain(config: HostApi["config"]): boolean {
  const bindings = config?.["bindings"];
  const sessions = [config?.["session"], ...(Array.isArray(bindings) ? bindings.map((binding: unknown) => recordOf(binding)["session"]) : [])];
  return sessions.some((session) => recordOf(session)["groupScope"] === "main");
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});
