import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the hub does with one request for a file; the last entry goes on for all later ones. */
export type HubAnswer =
  | { kind: "serve" }
  | { kind: "status"; status: number }
  | { kind: "ignore-range" }
  /** Hangs up after so many bytes of the body. */
  | { kind: "drop"; after: number }
  /** Sends so many bytes of the body, then nothing more. */
  | { kind: "hang"; after: number }
  | { kind: "silent" }
  /** Sends one byte too many. */
  | { kind: "endless" };

export interface ModelHub {
  url: string;
  /** Path and range of every request. */
  requests: { path: string; range: string | undefined }[];
  answer(...answers: HubAnswer[]): void;
  close(): Promise<void>;
}

function send(response: ServerResponse, content: Buffer, { from, answer }: { from: number; answer: HubAnswer }): void {
  if (answer.kind === "silent") return;
  if (answer.kind === "status") return void response.writeHead(answer.status).end("no");
  if (from >= content.length && from > 0) return void response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
  const body = content.subarray(from);
  const length = { "content-length": body.length };
  if (from > 0) response.writeHead(206, { ...length, "content-range": `bytes ${from}-${content.length - 1}/${content.length}` });
  else response.writeHead(200, answer.kind === "endless" ? {} : length);
  if (answer.kind === "endless") return void response.write(body, () => response.write("!".repeat(1_000)));
  if (answer.kind === "drop") return void response.write(body.subarray(0, answer.after), () => setImmediate(() => response.socket?.destroy()));
  if (answer.kind === "hang") return void response.write(body.subarray(0, answer.after));
  response.end(body);
}

/** A loopback model hub that serves files by path, with ranges, and misbehaves when told to. */
export async function startModelHub(files: Readonly<Record<string, Buffer>>): Promise<ModelHub> {
  const requests: ModelHub["requests"] = [];
  let answers: HubAnswer[] = [{ kind: "serve" }];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    requests.push({ path: request.url ?? "", range });
    const content = files[request.url ?? ""];
    const answer = (answers.length > 1 ? answers.shift() : answers[0])!;
    if (content === undefined) return void response.writeHead(404).end("no such file");
    const from = answer.kind === "ignore-range" ? 0 : Number(/^bytes=(\d+)-$/u.exec(range ?? "")?.[1] ?? 0);
    send(response, content, { from, answer });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...next) => (answers = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
