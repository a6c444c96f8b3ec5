import { CortexError } from "@memory-cortex/models";
import { Ollama } from "ollama";
import { z } from "zod";
import { estimateInput } from "../answer/estimate-usage.ts";
import { answerFormat } from "../answer/json-schema.ts";
import type { RawAnswer } from "../answer/raw-answer.ts";
import { createRemoteLlm } from "../http/remote-llm.ts";
import type { DefaultedLlmOptions } from "../http/remote-llm.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { FREE } from "../prices.ts";

export interface OllamaLlmOptions extends DefaultedLlmOptions {
  /** Window for prompt and answer together, in tokens; another one than is loaded makes the server load the model anew. 8,192 by default. */
  contextTokens?: number | undefined;
  /** Threads of the model on the server; the server decides when left out. */
  threads?: number | undefined;
  /** How long the model stays loaded, e.g. "10m"; the server decides when left out. */
  keepAlive?: string | undefined;
}

export const OLLAMA_URL = "http://127.0.0.1:11434";
export const OLLAMA_MODEL = "qwen3:4b";
const CONTEXT_TOKENS = 8_192;

const answerSchema = z.object({
  model: z.string(),
  message: z.object({ content: z.string() }),
  done_reason: z.string().optional(),
  // A prompt that is cached whole has no count.
  prompt_eval_count: z.number().int().nonnegative().optional(),
  eval_count: z.number().int().nonnegative().optional(),
});

function rawAnswer(said: unknown, request: CompletionRequest): RawAnswer {
  const answer = answerSchema.safeParse(said);
  if (!answer.success) throw new CortexError("llm_invalid", { detail: "The Ollama server's answer does not have the expected shape" });
  const { model, message, done_reason: reason, prompt_eval_count: input, eval_count: output } = answer.data;
  const usage = output === undefined ? null : { input: input ?? estimateInput(request), output, cacheRead: 0, cacheWrite: 0 };
  return { text: message.content, stop: reason === "length" ? "length" : "end", model, usage };
}

/** The server cuts a prompt that is too long without a word, and would answer to what is left of it. */
function checkLength(request: CompletionRequest, contextTokens: number): void {
  if (estimateInput(request) + request.maxTokens > contextTokens) {
    throw new CortexError("llm_rejected", { detail: `The prompt and its answer may be longer than the ${contextTokens} tokens of the model's window` });
  }
}

/**
 * Asks an Ollama server; answers are bound to the schema there, but for ranges and lengths, and checked here. A prompt that may not fit
 * the window is refused with `llm_rejected` before it is sent. Thinking is switched off, and thoughts are removed. Throws `config_invalid`.
 */
export async function createOllamaLlm(options: OllamaLlmOptions): Promise<Llm> {
  const { baseUrl = OLLAMA_URL, model = OLLAMA_MODEL, contextTokens = CONTEXT_TOKENS, threads, keepAlive } = options;
  return createRemoteLlm({ ...options, baseUrl, model }, {
    name: "ollama",
    price: FREE,
    async request(request, wire) {
      const { system, messages, schema, maxTokens } = request;
      checkLength(request, contextTokens);
      // A client for each request: the package takes no signal for calls that do not stream, only a fetch of our own.
      const client = new Ollama({ host: baseUrl, fetch: wire.fetch });
      const said: unknown = await client.chat({
        model,
        messages: [...system.map(({ text }) => ({ role: "system", content: text })), ...messages].map(({ role, content }) => ({ role, content: content.toWellFormed() })),
        stream: false,
        think: false,
        ...(schema === null ? {} : { format: answerFormat(schema).schema }),
        ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
        options: { num_predict: maxTokens, num_ctx: contextTokens, temperature: 0, ...(threads === undefined ? {} : { num_thread: threads }) },
      });
      return rawAnswer(said, request);
    },
  });
}
