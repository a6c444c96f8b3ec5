export * from "./embedder.ts";
export * from "./embedder-registry.ts";
