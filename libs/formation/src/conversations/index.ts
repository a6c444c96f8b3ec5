export * from "./conversations.ts";
export { previewConversation } from "./preview-conversation.ts";
export { DEFAULT_DEBOUNCE, type DebounceSettings } from "./wake-workers.ts";
export { turnHash } from "./turn-hash.ts";
