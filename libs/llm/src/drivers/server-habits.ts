/** What an OpenAI-compatible server takes, learnt from what it refused. */
export interface ServerHabits {
  /** How an answer is bound to a schema: by it, to some JSON, or by asking nicely. */
  format: "json_schema" | "json_object" | "text";
  limit: "max_tokens" | "max_completion_tokens";
  temperature: boolean;
  /** The schema is written out in the prompt as well, for servers that take `response_format` and do nothing. */
  explain: boolean;
}

export const FIRST_HABITS: ServerHabits = { format: "json_schema", limit: "max_tokens", temperature: true, explain: false };

const FORMATS: Readonly<Record<ServerHabits["format"], ServerHabits["format"] | null>> = { json_schema: "json_object", json_object: "text", text: null };

/** The next thing to try after a refusal that speaks of a part of the request; null when it speaks of none that can be left out. */
export function nextHabits(habits: ServerHabits, refusal: string, structured: boolean): ServerHabits | null {
  if (habits.limit === "max_tokens" && /max_completion_tokens/iu.test(refusal)) return { ...habits, limit: "max_completion_tokens" };
  if (habits.temperature && /temperature/iu.test(refusal)) return { ...habits, temperature: false };
  const format = FORMATS[habits.format];
  if (!structured || format === null || !/response_format|json_schema|json_object|grammar|schema/iu.test(refusal)) return null;
  return { ...habits, format, explain: true };
}
