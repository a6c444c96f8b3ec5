export * from "./conversations.ts";
export * from "./cursor.ts";
export * from "./memories.ts";
export * from "./search.ts";
export * from "./session-key.ts";
export * from "./spaces.ts";
export * from "./store.ts";
