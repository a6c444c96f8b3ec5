import { CortexError } from "@memory-cortex/models";
import { z } from "zod";
import { findJson } from "../answer/find-json.ts";
import { answerFormat } from "../answer/json-schema.ts";
import type { RawAnswer } from "../answer/raw-answer.ts";
import { stripThinking } from "../answer/strip-thinking.ts";
import { createRemoteLlm, checkKey } from "../http/remote-llm.ts";
import type { RemoteLlmOptions } from "../http/remote-llm.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { priceOf } from "../prices.ts";
import { FIRST_HABITS, nextHabits } from "./server-habits.ts";
import type { ServerHabits } from "./server-habits.ts";

export interface OpenAiLlmOptions extends RemoteLlmOptions {
  /** Sent as a bearer token; nothing is sent when left out. */
  apiKey?: string | undefined;
}

/** Tries with less and less, each refused before anything was generated: two formats, the limit's name, the temperature. */
const MOST_TRIES = 5;

const count = z.number().int().nonnegative();
const answerSchema = z.object({
  model: z.string().nullish(),
  choices: z.array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count, prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish() }).nullish(),
});

const EXPLANATION = "Answer with one JSON object and nothing else. It must fit this JSON schema: ";

function messagesOf({ system, messages, schema }: CompletionRequest, habits: ServerHabits): { role: string; content: string }[] {
  const explanation = schema !== null && habits.explain ? [EXPLANATION + JSON.stringify(answerFormat(schema).schema)] : [];
  // One system message: the templates of some models take no second one.
  const first = [...system.map(({ text }) => text), ...explanation].join("\n\n");
  return [...(first === "" ? [] : [{ role: "system", content: first }]), ...messages].map(({ role, content }) => ({ role, content: content.toWellFormed() }));
}

function formatOf({ schema, purpose }: CompletionRequest, { format }: ServerHabits): Record<string, unknown> {
  if (schema === null || format === "text") return {};
  if (format === "json_object") return { response_format: { type: "json_object" } };
  return { response_format: { type: "json_schema", json_schema: { name: purpose, ...answerFormat(schema) } } };
}

function rawAnswer(said: unknown): RawAnswer {
  const answer = answerSchema.safeParse(said);
  if (!answer.success) throw new CortexError("llm_invalid", { detail: "The server's answer does not have the expected shape" });
  const { model, choices, usage } = answer.data;
  const { finish_reason: reason, message } = choices[0]!;
  const refused = reason === "content_filter" || (message.refusal ?? "") !== "";
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    text: message.content ?? "",
    stop: refused ? "refusal" : reason === "length" ? "length" : "end",
    model: model ?? null,
    usage: usage == null ? null : { input: Math.max(0, usage.prompt_tokens - cached), output: usage.completion_tokens, cacheRead: cached, cacheWrite: 0 },
  };
}

/** The answer lacks what a server that keeps to the schema cannot leave out: this one does nothing with it, so the next prompt says it in words. */
function ignoresSchema({ schema }: CompletionRequest, answer: RawAnswer, habits: ServerHabits): boolean {
  if (schema === null || habits.explain || answer.stop !== "end") return false;
  const json = findJson(stripThinking(answer.text));
  if (typeof json !== "object" || json === null) return true;
  const { required = [] } = answerFormat(schema).schema as { required?: string[] };
  return required.some((name) => !Object.hasOwn(json, name));
}

/**
 * Asks any server that speaks OpenAI's `POST /chat/completions` (`baseUrl` ends before that, usually in `/v1`): an OpenClaw gateway, LM
 * Studio, llama.cpp, vLLM, OpenAI. What a server refuses to take (the schema, the name of the length limit, the temperature) is left out
 * and remembered; such a refusal costs nothing. Throws `config_invalid`.
 */
export async function createOpenAiLlm(options: OpenAiLlmOptions): Promise<Llm> {
  checkKey(options.apiKey);
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.apiKey !== undefined) headers["authorization"] = `Bearer ${options.apiKey}`;
  const address = `${options.baseUrl.replace(/\/+$/u, "")}/chat/completions`;
  let habits = FIRST_HABITS;

  async function once(request: CompletionRequest, checkedFetch: typeof fetch, tried: ServerHabits): Promise<RawAnswer> {
    const body = JSON.stringify({
      model: options.model,
      messages: messagesOf(request, tried),
      [tried.limit]: request.maxTokens,
      ...(tried.temperature ? { temperature: 0 } : {}),
      ...formatOf(request, tried),
    });
    const response = await checkedFetch(address, { method: "POST", headers, body });
    return rawAnswer(await response.json());
  }
  return createRemoteLlm(options, {
    name: "openai",
    price: priceOf(options.model),
    async request(request, wire) {
      let tried = habits;
      for (let left = MOST_TRIES; ; left -= 1) {
        try {
          const answer = await once(request, wire.fetch, tried);
          habits = ignoresSchema(request, answer, tried) ? { ...tried, explain: true } : tried;
          return answer;
        } catch (error) {
          const said = wire.refusal();
          const next = said === null || left <= 1 ? null : nextHabits(tried, said, request.schema !== null);
          if (next === null) throw error;
          tried = next;
        }
      }
    },
  });
}
