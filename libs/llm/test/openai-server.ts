import { say, startLlmServer } from "./llm-server.ts";
import type { LlmServer, Responder, SeenRequest, VendorWire } from "./llm-server.ts";

export { fail, say } from "./llm-server.ts";

const STOPS = { end: "stop", length: "length", refusal: "content_filter" };

const wire: VendorWire = {
  path: "/v1/chat/completions",
  systemOf: (body) => (body["messages"] as SeenRequest["messages"]).flatMap(({ role, content }) => (role === "system" ? [content] : [])),
  answer: ({ text, stop }, { body }) => ({
    id: "chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG", object: "chat.completion", created: 1_741_570_283, model: body.model,
    choices: [{ index: 0, message: { role: "assistant", content: stop === "refusal" ? null : text, refusal: stop === "refusal" ? "I cannot help." : null }, logprobs: null, finish_reason: STOPS[stop] }],
    usage: { prompt_tokens: 50, completion_tokens: 7, total_tokens: 57, prompt_tokens_details: { cached_tokens: 20, audio_tokens: 0 } },
  }),
  error: () => ({ error: { message: "secret text of the caller", type: "invalid_request_error", param: null, code: null } }),
};

/** A loopback server that speaks OpenAI's chat completions; the driver's address is `url` and `/v1`. */
export async function startOpenAiServer(responder: Responder = () => say("An answer.")): Promise<LlmServer> {
  return startLlmServer(wire, responder);
}
