import type { GoldenQuestion } from "../../eval/golden-question.ts";
import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import type { JsonValue } from "../edits.ts";
import type { Gateway } from "./gateway.ts";

/** What one memory answered. */
export interface CanarySide {
  /** Id of the plugin that owns the slot. */
  memory: string;
  /** Questions whose answer held what was wanted. */
  answered: readonly string[];
}

export interface CanaryResult {
  /** Questions that both could be asked. */
  asked: number;
  old: CanarySide;
  new: CanarySide;
  isWorse: boolean;
}

/** Tools that memories of OpenClaw answer questions with; an agent uses whichever it has. */
const TOOLS: Readonly<Record<string, (query: string) => Record<string, JsonValue>>> = {
  memory_recall: (query) => ({ query, limit: RESULTS }),
  memory_search: (query) => ({ query, maxResults: RESULTS }),
};
const RESULTS = 10;

const flat = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");

/** Questions that a memory which is not ours can be judged by: those with the words of the answer. Throws where there is none. */
export function comparable(questions: readonly GoldenQuestion[]): GoldenQuestion[] {
  const usable = questions.filter(({ texts }) => texts.length > 0);
  if (usable.length === 0) {
    throw new Problem("No question of the golden set says in words what its answer holds.", {
      code: "bad_golden_set", fix: 'Give lines like {"question": "Where is the key?", "text": ["with the florist"]}.', exitCode: EXIT.usage,
    });
  }
  return usable;
}

/** Asks whoever owns the slot now, through the agent's own tools. A memory without such a tool answers nothing. */
export async function askCanary(gateway: Gateway, memory: string, questions: readonly GoldenQuestion[]): Promise<CanarySide> {
  const answered: string[] = [];
  for (const { question, texts, place } of questions) {
    const found: string[] = [];
    for (const [tool, parametersOf] of Object.entries(TOOLS)) {
      const answer = await gateway.call(tool, parametersOf(question));
      if (answer.outcome === "answered") found.push(flat(answer.text));
    }
    if (texts.some((wanted) => found.some((text) => text.includes(flat(wanted))))) answered.push(place);
  }
  return { memory, answered };
}

/** Worse is who answers fewer of the same questions. */
export function judgeCanary(questions: readonly GoldenQuestion[], old: CanarySide, now: CanarySide): CanaryResult {
  return { asked: questions.length, old, new: now, isWorse: now.answered.length < old.answered.length };
}
