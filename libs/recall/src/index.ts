export type { ExplainedItem, Explanation } from "./explain.ts";
export { createRecall } from "./service.ts";
export type { RecallService } from "./service.ts";
export type { RecallObserver, RecallServices } from "./services.ts";
