import type { LegacyFact } from "@memory-cortex/models";

const NOTHING = "Nothing is remembered about this.";

/** An answer without a language model: the facts themselves, best first, one a line, nothing added. */
export function extractiveResponse(facts: readonly Pick<LegacyFact, "topic" | "fact">[]): string {
  if (facts.length === 0) return NOTHING;
  return facts.map(({ topic, fact }) => `- [${topic}] ${fact.replaceAll(/\s+/gu, " ").trim()}`).join("\n");
}
