export * from "./conversations.ts";
export { DEFAULT_DEBOUNCE, type DebounceSettings } from "./wake-workers.ts";
export { turnHash } from "./turn-hash.ts";
