/** What lies in the plugin's folder, for those who look at it from outside the host. */
export { createSpool } from "../capture/spool.ts";
export { createPauses } from "./pauses.ts";
export { createSeenHooks } from "./seen-hooks.ts";
