export * from "./contract.ts";
export * from "./queue.ts";
