export type { ExplainedItem, Explanation, LegTable, WhyAnswer } from "./explain.ts";
export type { Placing } from "./explain/placings.ts";
export { createRecall } from "./service.ts";
export type { RawItem, RecallService } from "./service.ts";
export type { RecallObserver, RecallServices } from "./services.ts";
