export * from "./worker-handlers.ts";
