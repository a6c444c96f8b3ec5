import { clampText, escapeForPrompt, estimateTokens } from "@memory-cortex/text";

/** One fact as `/hybrid-search` answers it, as far as a prompt shows it. */
export interface PromptFact {
  topic: string;
  fact: string;
  /** 1–10 */
  importance: number;
  /** 0–1 */
  score: number;
}

export interface MemoriesToFormat {
  facts: readonly PromptFact[];
  /** Narrative of an earlier turn on the same topic. */
  summary?: string | undefined;
  /** Tokens of the facts' lines, by the estimate of libs/text; the narrative has as many of its own. */
  maxTokens: number;
}

export interface FormattedMemories {
  /** The block, "" when there is nothing to tell. */
  text: string;
  /** How many facts are in it. */
  used: number;
}

export const HEADING = "## Long-Term Memories";
const SUMMARY_HEADING = "**Summary (from previous context):**";
const LONGEST_TOPIC = 200;
/** More than any estimate of a token, so that clamping leaves what the budget allows. */
const CHARACTERS_PER_TOKEN = 3;

/**
 * Facts as a block for the prompt, best first, as many as fit; a long one does not keep a shorter one out. Each is data on one line, in which
 * no tag and no line can begin. The service knows the block again and does not capture it.
 */
export function formatLongTermMemories({ facts, summary, maxTokens }: MemoriesToFormat): FormattedMemories {
  const lines: string[] = [];
  let left = maxTokens;
  for (const { topic, fact, importance } of facts.toSorted((one, other) => other.score - one.score)) {
    const line = `- [${topicOf(topic)}] ${escapeForPrompt(fact)} (importance: ${importance})`;
    const tokens = estimateTokens(line);
    if (tokens > left) continue;
    lines.push(line);
    left -= tokens;
  }
  const narrative = summary === undefined ? "" : escapeForPrompt(clampText(summary, { maxChars: maxTokens * CHARACTERS_PER_TOKEN }));
  if (lines.length === 0 && narrative === "") return { text: "", used: 0 };
  const parts = [HEADING, ...(narrative === "" ? [] : [`${SUMMARY_HEADING}\n${narrative}`]), ...(lines.length === 0 ? [] : [lines.join("\n")])];
  return { text: parts.join("\n\n"), used: lines.length };
}

/** A bracket would end the topic early. */
const topicOf = (topic: string): string => clampText(escapeForPrompt(topic).replaceAll(/[[\]]/g, " ").trim(), { maxChars: LONGEST_TOPIC });
