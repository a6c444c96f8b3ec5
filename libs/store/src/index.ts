export * from "./conversations.ts";
export * from "./cursor.ts";
export * from "./memories.ts";
export * from "./memory-store/create-memory-store.ts";
export * from "./search.ts";
export * from "./session-key.ts";
export * from "./spaces.ts";
export * from "./store.ts";
