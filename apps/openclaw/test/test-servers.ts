import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const servers: Server[] = [];
/** Ends all of them, whatever still waits for an answer. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  })));
}

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers everything with one body. */
export const answering = (body: string, status: number): Promise<string> => listening(createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(status, { "content-type": "application/json" }).end(body));
}));

/** Answers each request with a body of its own. */
export const answeringWith = (body: () => object): Promise<string> => listening(createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body())));
}));

/** Takes requests and never answers. */
export const hanging = (): Promise<string> => listening(createServer((request) => void request.resume()));

/** Hands requests on; while `lose` holds, the answer never arrives. */
export async function forwarding(to: string, lose: () => boolean): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).once("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name))) as Record<string, string>;
      void fetch(to + (request.url ?? ""), { method: request.method ?? "GET", headers, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) }).then(async (answer) => {
        const body = await answer.text();
        if (lose()) request.socket.destroy();
        else response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
      });
    });
  });
  return listening(server);
}
