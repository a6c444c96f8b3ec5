import { untilStopped } from "@memory-cortex/assembly";
import { loadConfig } from "@memory-cortex/config";
import { startEmbedded } from "@memory-cortex/cortex";
import { openBoltStore } from "@memory-cortex/store-bolt";

// The whole service in one process as `cortex up` is, but over the Bolt server that is configured: what differs then is the store alone.
const { config } = loadConfig();
const service = await startEmbedded({
  config,
  openStore: ({ clock }) => openBoltStore({ url: config.boltUrl, username: config.boltUsername ?? undefined, password: config.boltPassword ?? undefined, clock }),
  say: () => undefined,
  showModel: () => undefined,
});
await untilStopped(service, { limitMs: config.shutdownSeconds * 1_000, onSignal: () => undefined });
process.exit(0);
