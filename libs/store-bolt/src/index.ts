export { openBoltStore } from "./open-bolt-store.ts";
export type { BoltStoreOptions } from "./open-bolt-store.ts";
export type { MigrationObserver } from "./migrations/migrate.ts";
export { termToken } from "./search/encode-terms.ts";
