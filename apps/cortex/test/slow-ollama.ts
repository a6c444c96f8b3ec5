import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A loopback server that speaks Ollama's `/api/embed`, until it is told not to. */
export interface SlowOllama {
  url: string;
  /** "stalled" takes requests and never answers; "broken" answers 500. Only for the named model, when there is one. */
  behave(mode: "well" | "stalled" | "broken", model?: string): void;
  /** Models that were asked, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export const DIMENSION = 8;

/** Texts that share letters get near vectors: enough for a leg that works. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSION }, () => 0.01);
  for (const letter of text) vector[letter.codePointAt(0)! % DIMENSION]! += 1;
  return vector;
}

export async function startSlowOllama(): Promise<SlowOllama> {
  let mode: Parameters<SlowOllama["behave"]>[0] = "well";
  let only: string | undefined;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data: Buffer) => void (body += data.toString()));
    request.on("end", () => {
      const { input, model } = JSON.parse(body === "" ? "{}" : body) as { input?: string | string[]; model?: string };
      asked.push(model ?? "");
      const trouble = only === undefined || only === model ? mode : "well";
      if (trouble === "stalled") return;
      if (trouble === "broken") return void response.writeHead(500, { "content-type": "application/json" }).end('{"error": "out of memory"}');
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ model, embeddings: [input ?? []].flat().map(vectorOf) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (wanted, model) => void ([mode, only] = [wanted, model]),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
