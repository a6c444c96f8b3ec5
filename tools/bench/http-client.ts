import { Agent, request } from "node:http";
import type { ClientRequest } from "node:http";

/** Posts JSON and returns the parsed answer; anything but 2xx ends the run with what the service said. */
export async function post<Answer>(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** As {@link post}, timed from the call to the whole body, in milliseconds; on kept connections, so that little of it is the client's. */
export async function timedPost<Answer>(url: string, body: unknown): Promise<{ answer: Answer; milliseconds: number }> {
  const payload = JSON.stringify(body);
  const start = performance.now();
  const { status, text } = await exchange(url, payload);
  const milliseconds = performance.now() - start;
  if (status < 200 || status > 299) throw new Error(`${new URL(url).pathname} answered ${status}: ${text.slice(0, 500)}`);
  return { answer: JSON.parse(text) as Answer, milliseconds };
}

const CLOSED_MEANWHILE = new Set(["ECONNRESET", "EPIPE"]);

/** A service closes a connection that was quiet for some seconds, which a client that was busy meanwhile learns too late: then on another one. */
async function exchange(url: string, payload: string): Promise<{ status: number; text: string }> {
  const first = send(url, payload);
  return first.answer.catch((error: unknown) => {
    if (first.call.reusedSocket && CLOSED_MEANWHILE.has((error as NodeJS.ErrnoException).code ?? "")) return send(url, payload).answer;
    throw error;
  });
}

function send(url: string, payload: string): { call: ClientRequest; answer: Promise<{ status: number; text: string }> } {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(payload) };
  const call = request(url, { method: "POST", agent, headers });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => void parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }));
      response.on("error", reject);
    });
    call.on("error", reject);
    call.end(payload);
  });
  return { call, answer };
}
