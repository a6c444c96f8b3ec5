export * from "./llm.ts";
export * from "./llm-health.ts";
export * from "./prices.ts";
export * from "./spent.ts";
export * from "./drivers/anthropic-llm.ts";
export * from "./drivers/ollama-llm.ts";
export * from "./drivers/openai-llm.ts";
