/** How the plugin reads a session: also for those who read transcripts without a host, so that both understand the same. */
export { readMessages } from "./capture/read-messages.ts";
export type { SessionMessage } from "./capture/read-messages.ts";
export { readSessionKey } from "./isolation/session-key.ts";
