export { collectWhenIdle } from "./collect-when-idle.ts";
export { BACKGROUND_PRIORITY, lowerPriority } from "./lower-priority.ts";
