import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model says, and why it stopped. */
export interface Said {
  text: string;
  stop?: "end" | "length" | "refusal";
}

/** What the server does with a request. */
export type Reply =
  | ({ kind: "say" } & Said)
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  | { kind: "body"; body: string }
  | { kind: "stall" | "drip" | "drop" | "cut" };

/** An answer: a string as it stands, anything else as JSON. */
export const say = (value: unknown, stop: Said["stop"] = "end"): Reply => ({ kind: "say", text: typeof value === "string" ? value : JSON.stringify(value), stop });
export const fail = (status: number, headers: Record<string, string> = {}): Reply => ({ kind: "status", status, headers });

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown> & { model: string };
  /** All parts of the system prompt, joined by an empty line. */
  system: string;
  /** Messages after the system prompt, in order. */
  messages: { role: string; content: string }[];
  /** The last message. */
  prompt: string;
}

export type Responder = (request: SeenRequest, call: number) => Reply | Promise<Reply>;

/** How a vendor puts things. */
export interface VendorWire {
  path: string;
  systemOf(body: SeenRequest["body"]): string[];
  answer(said: Required<Said>, request: SeenRequest): unknown;
  /** Body of an answer that is no success. */
  error(status: number): unknown;
}

export interface LlmServer {
  url: string;
  /** Every request as it came in. */
  requests: SeenRequest[];
  /** Answers from now on. */
  respond(responder: Responder): void;
  /** Resolves when a client has closed the connection of a request that was not answered. */
  hungUp(): Promise<void>;
  close(): Promise<void>;
}

interface Answering {
  wire: VendorWire;
  request: SeenRequest;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function send(response: ServerResponse, reply: Reply, { wire, request }: Answering): void {
  const ok = { "content-type": "application/json", "request-id": "req_011CSHoEeqs5C35K2UUqR7Fy" };
  switch (reply.kind) {
    case "say":
      return void response.writeHead(200, ok).end(JSON.stringify(wire.answer({ text: reply.text, stop: reply.stop ?? "end" }, request)));
    case "status":
      return void response.writeHead(reply.status, { ...ok, ...reply.headers }).end(reply.body ?? JSON.stringify(wire.error(reply.status)));
    case "body":
      return void response.writeHead(200, ok).end(reply.body);
    case "drop":
      return void response.socket?.destroy();
    case "cut": {
      // Promises more than it sends, then hangs up.
      const whole = JSON.stringify(wire.answer({ text: "cut in two", stop: "end" }, request));
      response.writeHead(200, { ...ok, "content-length": Buffer.byteLength(whole) });
      return void response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy());
    }
    case "drip":
      // Headers and a first byte come in time; the rest never does.
      return void response.writeHead(200, ok).write("{");
    case "stall":
      return;
  }
}

function seen(request: IncomingMessage, text: string, wire: VendorWire): SeenRequest {
  const body = JSON.parse(text) as SeenRequest["body"] & { messages?: { role: string; content: string }[] };
  const messages = (body.messages ?? []).filter(({ role }) => role !== "system");
  return {
    method: request.method ?? "", path: request.url ?? "", headers: request.headers, body,
    system: wire.systemOf(body).join("\n\n"), messages, prompt: messages.at(-1)?.content ?? "",
  };
}

/** A loopback server that speaks a vendor's wire format, and answers or misbehaves as its responder says. */
export async function startLlmServer(wire: VendorWire, responder: Responder): Promise<LlmServer> {
  let respond = responder;
  const requests: SeenRequest[] = [];
  const hangUp: PromiseWithResolvers<void> = Promise.withResolvers();

  const server = createServer((incoming, response) => {
    response.on("close", () => {
      if (!response.writableFinished) hangUp.resolve();
    });
    void readBody(incoming).then(async (text) => {
      if (incoming.url !== wire.path || incoming.method !== "POST") return void response.writeHead(404).end("404 page not found");
      const request = seen(incoming, text, wire);
      requests.push(request);
      send(response, await respond(request, requests.length), { wire, request });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: (next) => (respond = next),
    hungUp: () => hangUp.promise,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
