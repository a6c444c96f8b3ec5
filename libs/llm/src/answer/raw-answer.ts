import type { TokenUsage } from "../llm.ts";

/** What a server answered, before anybody believes it. */
export interface RawAnswer {
  text: string;
  /** Why the model stopped: done, cut off at `maxTokens`, or unwilling. */
  stop: "end" | "length" | "refusal";
  /** Null where the server does not say. */
  model: string | null;
  /** Null where the server does not say; then it is estimated. */
  usage: TokenUsage | null;
}
