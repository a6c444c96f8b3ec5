/** The block `memoryCortex` of a runner's configuration. Keys and defaults are those that the older middleware's runner had; the last four are new. */
export interface MemoryCortexConfig {
  enabled: boolean;
  middlewareHost: string;
  middlewarePort: number;
  autoIngest: boolean;
  autoRecall: boolean;
  /** Milliseconds; a recall that takes longer is left out of the turn. */
  recallTimeoutMs: number;
  /** Size of the block of facts, for requests of no particular kind. */
  recallMaxTokens: number;
  recallMaxFacts: number;
  /** How long a narrative of an earlier turn may be used. */
  synthesisCacheTtlMs: number;
  skipHeartbeat: boolean;
  /** What the older middleware asked directly. The service has its own settings for these; the keys are read so that a configuration stays valid. */
  embedHost: string;
  embedPort: number;
  llmHost: string;
  llmPort: number;
  hwMonitorHost: string;
  hwMonitorPort: number;
  hwMonitorEnabled: boolean;
  /** Whether a prompt that needs little memory gets little, and one that asks for memories more (`planContext`). */
  contextPlanner: boolean;
  /** Whole address, in place of host and port: for a service behind https. */
  url: string | null;
  token: string | null;
  /** Milliseconds for handing over a conversation; nobody waits for it. */
  ingestTimeoutMs: number;
}

export const MEMORY_CORTEX_DEFAULTS: Readonly<MemoryCortexConfig> = {
  enabled: true,
  middlewareHost: "localhost",
  middlewarePort: 8300,
  autoIngest: true,
  autoRecall: true,
  recallTimeoutMs: 200,
  recallMaxTokens: 500,
  recallMaxFacts: 15,
  synthesisCacheTtlMs: 300_000,
  skipHeartbeat: true,
  embedHost: "localhost",
  embedPort: 8105,
  llmHost: "172.17.96.1",
  llmPort: 8301,
  hwMonitorHost: "172.17.96.1",
  hwMonitorPort: 8085,
  hwMonitorEnabled: true,
  contextPlanner: true,
  url: null,
  token: null,
  ingestTimeoutMs: 5_000,
};

/** A configuration with what was given, and what of it could not be used. */
export interface ReadConfig {
  config: MemoryCortexConfig;
  /** Keys that are not known or have a value of the wrong kind; their default stands. */
  unusable: string[];
}

/**
 * Reads the block as it stands in a configuration file. It never throws, because memory must not keep an agent from starting: what cannot be
 * used is named, and its default stands. No block at all: memory is off.
 */
export function readMemoryCortexConfig(block: unknown): ReadConfig {
  const config: MemoryCortexConfig = { ...MEMORY_CORTEX_DEFAULTS };
  if (block === undefined || block === null) return { config: { ...config, enabled: false }, unusable: [] };
  if (typeof block !== "object" || Array.isArray(block)) return { config: { ...config, enabled: false }, unusable: ["memoryCortex"] };
  const unusable: string[] = [];
  for (const [key, value] of Object.entries(block as Record<string, unknown>)) {
    if (isKey(key) && fits(key, value)) Object.assign(config, { [key]: value });
    else unusable.push(key);
  }
  return { config, unusable };
}

/** {@link readMemoryCortexConfig} without the list of what could not be used. */
export function resolveMemoryCortexConfig(block: unknown): MemoryCortexConfig {
  return readMemoryCortexConfig(block).config;
}

/** Where the service of a configuration is. */
export function addressOf({ url, middlewareHost, middlewarePort }: MemoryCortexConfig): string {
  const host = middlewareHost.includes(":") && !middlewareHost.startsWith("[") ? `[${middlewareHost}]` : middlewareHost;
  return url ?? `http://${host}:${middlewarePort}`;
}

const isKey = (key: string): key is keyof MemoryCortexConfig => Object.hasOwn(MEMORY_CORTEX_DEFAULTS, key);

const LARGEST_PORT = 65_535;
/** Limits of time take at least a millisecond, and no more than a timer holds; none of the numbers is below 0. */
const LEAST: Partial<Record<keyof MemoryCortexConfig, number>> = { recallTimeoutMs: 1, ingestTimeoutMs: 1, recallMaxFacts: 1 };
const LARGEST = 2_147_483_647;

function fits(key: keyof MemoryCortexConfig, value: unknown): boolean {
  const example = MEMORY_CORTEX_DEFAULTS[key];
  if (example === null) return value === null || typeof value === "string";
  if (typeof value !== typeof example) return false;
  if (typeof value !== "number") return value !== "";
  return Number.isInteger(value) && value >= (LEAST[key] ?? 0) && value <= (key.endsWith("Port") ? LARGEST_PORT : LARGEST);
}
