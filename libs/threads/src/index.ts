export { collectWhenIdle } from "./collect-when-idle.ts";
export type { CollectOptions } from "./collect-when-idle.ts";
export { lowerPriority } from "./lower-priority.ts";
