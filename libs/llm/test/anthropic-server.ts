import { estimateTokens } from "@memory-cortex/text";
import { say, startLlmServer } from "./llm-server.ts";
import type { LlmServer, Responder, SeenRequest, VendorWire } from "./llm-server.ts";

export { fail, say } from "./llm-server.ts";
export type { LlmServer, Reply, Responder, SeenRequest } from "./llm-server.ts";

interface SystemBlock {
  text: string;
  cache_control?: { type: string };
}

const STOPS = { end: "end_turn", length: "max_tokens", refusal: "refusal" };
const ERRORS: Readonly<Record<number, string>> = { 400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error", 413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error" };

const blocksOf = (body: SeenRequest["body"]): SystemBlock[] => (body["system"] as SystemBlock[] | undefined) ?? [];
const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Anthropic's Messages format, with tokens counted as the vendor's cache would: what stands before a mark is written once and read after. */
function anthropicWire(): VendorWire {
  const cached = new Set<string>();

  function usageOf({ body, messages }: SeenRequest, answer: string): Record<string, unknown> {
    const system = blocksOf(body);
    const mark = system.findLastIndex((block) => block.cache_control !== undefined);
    const prefix = system.slice(0, mark + 1).map(({ text }) => text);
    const key = JSON.stringify([body.model, prefix]);
    const held = cached.has(key);
    cached.add(key);
    const prefixTokens = tokensOf(prefix);
    return {
      input_tokens: tokensOf([...system.slice(mark + 1).map(({ text }) => text), ...messages.map(({ content }) => content)]),
      output_tokens: estimateTokens(answer),
      cache_creation_input_tokens: held ? 0 : prefixTokens,
      cache_read_input_tokens: held ? prefixTokens : 0,
      cache_creation: null, inference_geo: null, output_tokens_details: null, server_tool_use: null, service_tier: "standard", speed: "standard",
    };
  }

  return {
    path: "/v1/messages",
    systemOf: (body) => blocksOf(body).map(({ text }) => text),
    answer: ({ text, stop }, request) => ({
      id: "msg_01XFDUDYJgAACzvnptvVoYEL", type: "message", role: "assistant", model: request.body.model,
      content: stop === "refusal" ? [] : [{ type: "text", text, citations: null }],
      stop_reason: STOPS[stop], stop_sequence: null, stop_details: null, usage: usageOf(request, text),
    }),
    error: (status) => ({ type: "error", error: { type: ERRORS[status] ?? "api_error", message: "secret text of the caller" }, request_id: "req_011CSHoEeqs5C35K2UUqR7Fy" }),
  };
}

/** A loopback server that speaks Anthropic's Messages format; `url` goes where the vendor's address goes. Says "An answer." by itself. */
export async function startAnthropicServer(responder: Responder = () => say("An answer.")): Promise<LlmServer> {
  return startLlmServer(anthropicWire(), responder);
}
