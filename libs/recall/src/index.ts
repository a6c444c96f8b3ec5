export type { ExplainedItem, Explanation, LegTable, WhyAnswer } from "./explain.ts";
export type { Placing } from "./explain/placings.ts";
export { crossEncoderReranker } from "./rerank/cross-encoder-reranker.ts";
export { llmReranker } from "./rerank/llm-reranker.ts";
export type { Reranker } from "./rerank/reranker.ts";
export { createRecall } from "./service.ts";
export type { RawItem, RecallService } from "./service.ts";
export type { RecallObserver, RecallServices } from "./services.ts";
