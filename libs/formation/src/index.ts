export * from "./align/index.ts";
export * from "./capture/index.ts";
export * from "./clean/index.ts";
export * from "./conversations/index.ts";
export * from "./embed/index.ts";
export * from "./formation-log.ts";
export * from "./jobs/index.ts";
export * from "./memories/index.ts";
export { FormationThread } from "./thread/formation-thread.ts";
