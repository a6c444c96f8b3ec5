export * from "./llm.ts";
export * from "./llm-health.ts";
export * from "./prices.ts";
export * from "./spent.ts";
