import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { isLoopback } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { AuthInfo, McpHandlerRequestOptions } from "@modelcontextprotocol/server";

import { createMemoryServer } from "../server.ts";
import type { McpServerSettings } from "../server.ts";
import { bearerTokens } from "./bearer.ts";
import { admit, MCP_PATH, refuse } from "./refuse.ts";
import { openSessions } from "./sessions.ts";

export interface HttpSettings {
  /** A loopback address. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Without any, every program on this machine may call. */
  tokens: readonly string[];
  /** What went wrong beside the answers: names only, never memory. */
  onError(error: Error): void;
}

export interface HttpServing {
  /** "http://127.0.0.1:8310/mcp" */
  url: string;
  /** Ends sessions and running calls. */
  close(): Promise<void>;
}

/** As much as the service itself takes. */
const BODY_LIMIT_BYTES = 1_048_576;
/** A request must be whole within this time, so that slow senders cannot hold connections. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Serves the protocol over HTTP, old and new. Throws `unsafe_bind` for an address beyond this machine, and `port_taken`. */
export async function serveHttp(settings: McpServerSettings, { host, port, tokens, onError }: HttpSettings): Promise<HttpServing> {
  if (!isLoopback(host)) throw new CortexError("unsafe_bind", { detail: "The MCP server listens on loopback addresses only.", fix: "Leave out --host; a proxy or a tunnel on this machine can carry it further." });
  const create = (): ReturnType<typeof createMemoryServer> => createMemoryServer(settings);
  const sessions = openSessions(create, BODY_LIMIT_BYTES);
  const modern = createMcpHandler(create, { legacy: "reject", onerror: onError, maxRequestBodySize: BODY_LIMIT_BYTES });
  const fetch = async (request: Request, options?: McpHandlerRequestOptions): Promise<Response> =>
    (await isLegacyRequest(request, undefined, { maxRequestBodySize: BODY_LIMIT_BYTES })) ? sessions.fetch(request, options) : modern.fetch(request, options);

  const handle = toNodeHandler({ fetch }, { maxRequestBodySize: BODY_LIMIT_BYTES, onerror: onError });
  const findCaller = bearerTokens(tokens);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request: IncomingMessage & { auth?: AuthInfo }, response: ServerResponse) => {
    try {
      request.auth = { clientId: admit(request, findCaller), token: "", scopes: [] };
    } catch (error) {
      refuse(response, CortexError.isInstance(error) ? error : new CortexError("internal", { cause: error }));
      return;
    }
    void handle(request as Parameters<typeof handle>[0], response);
  });
  const url = await listen(server, host, port);
  return {
    url: `${url}${MCP_PATH}`,
    async close() {
      await Promise.all([modern.close(), sessions.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(new CortexError(isTaken ? "port_taken" : "config_invalid", { detail: `The MCP server cannot listen on ${host}:${port} (${error.code ?? "unknown"}).`, fix: "Name another with --port, or stop the program that has it.", cause: error }));
    });
    server.listen({ host: bare, port }, () => resolve());
  });
  return `http://${bare.includes(":") ? `[${bare}]` : bare}:${(server.address() as AddressInfo).port}`;
}
