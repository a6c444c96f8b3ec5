import { CortexError } from "@memory-cortex/models";
import type { AnswerOf, AnswerSchema, CompletionRequest } from "../llm.ts";
import { findJson } from "./find-json.ts";
import type { RawAnswer } from "./raw-answer.ts";
import { stripThinking } from "./strip-thinking.ts";

/** A message shorter than this may be part of an honest answer. */
const ECHO_CHARS = 40;

const invalid = (detail: string): CortexError => new CortexError("llm_invalid", { detail });

/**
 * The value of an answer, checked by the schema of its request. Throws `llm_refused`, or `llm_invalid` for an answer that is cut off,
 * empty, the prompt again, not JSON or not what the schema takes. Messages hold none of the answer's text.
 */
export function parseAnswer<Schema extends AnswerSchema>(request: CompletionRequest<Schema>, answer: RawAnswer): AnswerOf<Schema> {
  if (answer.stop === "refusal") throw new CortexError("llm_refused");
  if (answer.stop === "length") throw invalid("The model's answer was cut off at its longest length");
  const text = stripThinking(answer.text);
  if (text === "") throw invalid("The model's answer is empty");
  const prompt = [...request.system.map((part) => part.text), ...request.messages.map(({ content }) => content)];
  const repeats = (content: string): boolean => content.trim() === text || (content.length >= ECHO_CHARS && request.schema === null && text.includes(content));
  if (prompt.some(repeats)) throw invalid("The model repeated its prompt");
  if (request.schema === null) return text as AnswerOf<Schema>;
  const json = findJson(text, (found) => prompt.some((content) => content.includes(found)));
  if (json === undefined) throw invalid("The model's answer holds no JSON of its own");
  const parsed = request.schema.safeParse(json);
  if (!parsed.success) throw invalid("The model's answer does not have the expected shape");
  return parsed.data as AnswerOf<Schema>;
}
