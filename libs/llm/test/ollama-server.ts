import { say, startLlmServer } from "./llm-server.ts";
import type { LlmServer, Responder, SeenRequest, VendorWire } from "./llm-server.ts";

const wire: VendorWire = {
  path: "/api/chat",
  systemOf: (body) => (body["messages"] as SeenRequest["messages"]).flatMap(({ role, content }) => (role === "system" ? [content] : [])),
  answer: ({ text, stop }, { body }) => ({
    model: body.model, created_at: "2026-11-02T09:15:22.318Z", message: { role: "assistant", content: stop === "refusal" ? "" : text }, done: true,
    done_reason: stop === "length" ? "length" : "stop", total_duration: 2_143_917_000, load_duration: 31_019_500, prompt_eval_count: 50,
    prompt_eval_duration: 600_000_000, eval_count: 7, eval_duration: 200_000_000,
  }),
  error: () => ({ error: "secret text of the caller" }),
};

/** A loopback server that speaks Ollama's chat format. */
export async function startOllamaServer(responder: Responder = () => say("An answer.")): Promise<LlmServer> {
  return startLlmServer(wire, responder);
}
