import { INGEST_PATHS } from "@memory-cortex/http";

export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any route, looked at field by field
  body: any;
  text: string;
  milliseconds: number;
}

export interface Asking {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  json?: unknown;
  /** JSON Lines. */
  lines?: string;
  token?: string;
  /** After that the call rejects. */
  limitMs?: number;
}

export type Ask = (path: string, asking?: Asking) => Promise<Answer>;

const LIMIT_MS = 30_000;

/** Base addresses in turn, so that each of several processes gets its share. */
function inTurn(urls: readonly string[]): () => string {
  let next = 0;
  return () => urls[next++ % urls.length]!;
}

/** Where there is no proxy, its routes are followed here: conversations go to ingest, all else to recall-api. */
export function addressOf({ proxy, recall, ingest }: { proxy: string | null; recall: readonly string[]; ingest: readonly string[] }): (path: string) => string {
  if (proxy !== null) return () => proxy;
  const [toRecall, toIngest] = [inTurn(recall), inTurn(ingest)];
  return (path) => (INGEST_PATHS.includes(path.replace(/\?.*/, "")) ? toIngest() : toRecall());
}

/** Asks the service and reads whatever it answers; rejects when nobody answers. */
export function clientOf(address: (path: string) => string, token: string): Ask {
  return async (path, { method, json, lines, token: other, limitMs = LIMIT_MS } = {}) => {
    const [body, type] = lines === undefined ? [JSON.stringify(json), "application/json"] : [lines, "application/x-ndjson"];
    const start = performance.now();
    const response = await fetch(address(path) + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${other ?? token}`, ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, text, milliseconds, body: isJson ? (JSON.parse(text) as unknown) : null };
  };
}
