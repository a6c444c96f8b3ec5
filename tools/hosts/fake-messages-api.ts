import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The vendor's API on loopback: it answers every question with one sentence. */
export interface FakeMessagesApi {
  url: string;
  /** All messages of each request for an answer, as JSON, oldest first. */
  asked: string[];
  close(): Promise<void>;
}

const USAGE = { input_tokens: 5, output_tokens: 5 };

function stream(response: ServerResponse, { model, number, text }: { model: string; number: number; text: string }): void {
  const send = (type: string, data: object): void => void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  send("message_start", { message: { id: `msg_${number}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage: USAGE } });
  send("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
  send("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } });
  send("message_stop", {});
  response.end();
}

/** Starts it on a free port. */
export async function fakeMessagesApi(text: string): Promise<FakeMessagesApi> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => void parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const isQuestion = request.url?.startsWith("/v1/messages?") === true || request.url === "/v1/messages";
      if (!isQuestion) {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ input_tokens: 5 }));
        return;
      }
      const { model, messages, stream: isStream } = JSON.parse(body) as { model: string; messages: unknown; stream?: boolean };
      asked.push(JSON.stringify(messages));
      if (isStream === true) return stream(response, { model, number: asked.length, text });
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: `msg_${asked.length}`, type: "message", role: "assistant", model, content: [{ type: "text", text }], stop_reason: "end_turn", stop_sequence: null, usage: USAGE }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
