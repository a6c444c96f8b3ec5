export * from "./conversations.ts";
export * from "./memories.ts";
export * from "./search.ts";
export * from "./spaces.ts";
export * from "./store.ts";
