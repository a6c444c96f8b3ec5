export { captureByLlm } from "./capture-by-llm.ts";
export type { LlmCapture, LlmCaptureInput } from "./capture-by-llm.ts";
export { ANSWER_LIMITS, WINDOW_LIMITS } from "./limits.ts";
export { capturePrompt } from "./prompt.ts";
export type { CapturePrompt, RelatedMemory } from "./prompt.ts";
export { firstWindow, isWorthAsking } from "./first-window.ts";
export { REFUSAL_REASONS } from "./refusal.ts";
export type { RefusalReason, Refused } from "./refusal.ts";
