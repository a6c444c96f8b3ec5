import type { IncomingMessage, ServerResponse } from "node:http";

import { guardLoopback } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";

import type { FindCaller } from "./bearer.ts";

/** The one address of the protocol. */
export const MCP_PATH = "/mcp";

/** JSON-RPC's own code for what a server makes of it. */
const REFUSED = -32_000;

/** Throws for whoever may not call; else says who calls. The host comes first: to a web page not even the paths are told. */
export function admit({ headers, url }: Pick<IncomingMessage, "headers" | "url">, findCaller: FindCaller): string {
  guardLoopback({ host: headers.host, origin: headers.origin });
  const caller = findCaller(headers.authorization);
  if (caller === null) throw new CortexError("unauthorized");
  if (url?.split("?", 1)[0] !== MCP_PATH) throw new CortexError("unknown_route", { detail: `The protocol is spoken at ${MCP_PATH}.` });
  return caller;
}

/** Answers with an error, as JSON-RPC has it, so that clients show its message. */
export function refuse(response: ServerResponse, { status, code, detail, fix }: CortexError): void {
  response.writeHead(status, {
    "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff", connection: "close",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="memory-cortex"' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: REFUSED, message: `${detail}. ${fix}`, data: { code, fix } } }));
}
