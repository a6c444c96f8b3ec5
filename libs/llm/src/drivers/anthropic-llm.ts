import { CortexError } from "@memory-cortex/models";
import type { Message, MessageCreateParamsNonStreaming, TextBlockParam } from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import { answerFormat } from "../answer/json-schema.ts";
import type { RawAnswer } from "../answer/raw-answer.ts";
import { createRemoteLlm, checkKey } from "../http/remote-llm.ts";
import type { DefaultedLlmOptions } from "../http/remote-llm.ts";
import type { CompletionRequest, Llm, SystemPart } from "../llm.ts";
import { priceOf } from "../prices.ts";

export interface AnthropicLlmOptions extends DefaultedLlmOptions {
  apiKey: string;
}

export const ANTHROPIC_URL = "https://api.anthropic.com";
/** Made for extraction and judgement in numbers, the cheapest of its family. */
export const ANTHROPIC_MODEL = "claude-haiku-5-5";

/** Beyond the longest of our own limits, which end the call through its signal. */
const CLIENT_TIMEOUT_MS = 600_000;

const count = z.number().int().nonnegative().nullish().transform((value) => value ?? 0);
const answerSchema = z.object({
  model: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  usage: z.object({ input_tokens: count, output_tokens: count, cache_read_input_tokens: count, cache_creation_input_tokens: count }),
});

const STOPS: Readonly<Record<string, RawAnswer["stop"]>> = { max_tokens: "length", model_context_window_exceeded: "length", refusal: "refusal" };

/** The server caches up to a marked part, so the last fixed one is marked. A prefix under the model's least length is not cached there. */
function systemBlocks(system: readonly SystemPart[]): TextBlockParam[] {
  const last = system.findLastIndex(({ cached }) => cached === true);
  return system.map(({ text }, index) => ({ type: "text", text: text.toWellFormed(), ...(index === last ? { cache_control: { type: "ephemeral" as const } } : {}) }));
}

/** Haiku thinks unless told not to, and its thoughts count against `max_tokens`. Some larger models refuse to be told. */
const thinkingOf = (model: string): Pick<MessageCreateParamsNonStreaming, "thinking"> => (model.includes("haiku") ? { thinking: { type: "disabled" } } : {});

async function bodyOf({ system, messages, schema, maxTokens }: CompletionRequest, model: string): Promise<MessageCreateParamsNonStreaming> {
  const { transformJSONSchema } = await import("@anthropic-ai/sdk/lib/transform-json-schema");
  return {
    model,
    max_tokens: maxTokens,
    system: systemBlocks(system),
    messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
    ...thinkingOf(model),
    ...(schema === null ? {} : { output_config: { format: { type: "json_schema" as const, schema: transformJSONSchema(answerFormat(schema).schema) } } }),
  };
}

function rawAnswer(message: Message): RawAnswer {
  const answer = answerSchema.safeParse(message);
  if (!answer.success) throw new CortexError("llm_invalid", { detail: "The server's answer does not have the expected shape" });
  const { model, content, stop_reason: stop, usage } = answer.data;
  return {
    text: content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join(""),
    stop: STOPS[stop ?? ""] ?? "end",
    model,
    usage: { input: usage.input_tokens, output: usage.output_tokens, cacheRead: usage.cache_read_input_tokens, cacheWrite: usage.cache_creation_input_tokens },
  };
}

/**
 * Asks Anthropic's Messages API, or a proxy that speaks it. The fixed part of the system prompt is cached there, answers are bound to the
 * schema there and checked here. Loads the vendor's client, which takes part of a second. Throws `config_invalid`.
 */
export async function createAnthropicLlm(options: AnthropicLlmOptions): Promise<Llm> {
  checkKey(options.apiKey);
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const { apiKey, baseUrl = ANTHROPIC_URL, model = ANTHROPIC_MODEL } = options;
  const client = new Anthropic({
    // The client would look for what is not given in the environment, in files, and on the network.
    apiKey, baseURL: baseUrl, webhookKey: null, openTelemetry: false,
    // Retries are ours: the client waits for as long as a server says. Its log would hold prompts.
    maxRetries: 0, timeout: CLIENT_TIMEOUT_MS, logLevel: "off",
  });
  return createRemoteLlm({ ...options, baseUrl, model }, {
    name: "anthropic",
    price: priceOf(model),
    async request(request, wire) {
      const body = await bodyOf(request, model);
      return rawAnswer(await client.withOptions({ fetch: wire.fetch }).messages.create(body));
    },
  });
}
