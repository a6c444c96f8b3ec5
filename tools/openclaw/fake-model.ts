import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelMessage {
  role: string;
  content: string | { type: string; text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** What the model received: one chat completion. */
export interface ModelRequest {
  messages: ModelMessage[];
  tools: { function: { name: string; description?: string; parameters?: unknown } }[];
}

/** What the model says: a text, or a call of a tool. */
export type ModelReply = string | { tool: string; parameters: Record<string, unknown> };

export interface FakeModel {
  /** For `models.providers.….baseUrl`. */
  url: string;
  /** Everything that was received, oldest first. */
  requests: ModelRequest[];
  /** Who answers from now on. */
  answerWith(answer: (request: ModelRequest) => ModelReply): void;
  close(): Promise<void>;
}

/** The text of a message, whatever its shape. */
export function textOf({ content }: ModelMessage): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");
}

export const systemPromptOf = ({ messages }: ModelRequest): string => messages.filter(({ role }) => role === "system" || role === "developer").map(textOf).join("\n");

/** Begins a message of OpenClaw's own that stands behind the person's. */
const INTERNAL = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";

/** What a person said last, with what a plugin put into the same message. */
export function lastUserText({ messages }: ModelRequest): string {
  const said = messages.findLast((message) => message.role === "user" && !textOf(message).startsWith(INTERNAL));
  return said === undefined ? "" : textOf(said);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function messageOf(reply: ModelReply, number: number): Record<string, unknown> {
  if (typeof reply === "string") return { role: "assistant", content: reply };
  return { role: "assistant", content: null, tool_calls: [{ index: 0, id: `call_${number}`, type: "function", function: { name: reply.tool, arguments: JSON.stringify(reply.parameters) } }] };
}

function send(response: ServerResponse, reply: ModelReply, { number, isStream }: { number: number; isStream: boolean }): void {
  const about = { id: `chatcmpl-${number}`, created: 1_700_000_000 + number, model: "m1" };
  const end = typeof reply === "string" ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  if (!isStream) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...about, object: "chat.completion", choices: [{ index: 0, message: messageOf(reply, number), finish_reason: end }], usage }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (choices: unknown[], more: object = {}): void => void response.write(`data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...more })}\n\n`);
  chunk([{ index: 0, delta: messageOf(reply, number), finish_reason: null }]);
  chunk([{ index: 0, delta: {}, finish_reason: end }]);
  chunk([], { usage });
  response.end("data: [DONE]\n\n");
}

/** A chat model on loopback that speaks the OpenAI wire format, streams included, and keeps what it received. It says "Understood." until told otherwise. */
export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let answer: (request: ModelRequest) => ModelReply = () => "Understood.";
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data: [{ id: "m1", object: "model" }] }));
      return;
    }
    void bodyOf(request).then((body) => {
      const received: ModelRequest = { messages: (body["messages"] ?? []) as ModelMessage[], tools: (body["tools"] ?? []) as ModelRequest["tools"] };
      requests.push(received);
      send(response, answer(received), { number: requests.length, isStream: body["stream"] === true });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (given) => void (answer = given),
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
