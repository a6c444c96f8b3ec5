export * from "./contract.ts";
export * from "./parse-payload.ts";
export * from "./queue.ts";
export * from "./retry-delay.ts";
