import { randomUUID } from "node:crypto";

import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpHandlerRequestOptions, McpServer } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";

/** A host that speaks the protocol of 2025: it opens a session and names it in every request. */
interface Session {
  caller: string | undefined;
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
}

export interface Sessions {
  fetch(request: Request, options?: McpHandlerRequestOptions): Promise<Response>;
  /** Ends all of them. */
  close(): Promise<void>;
}

const MOST_SESSIONS = 100;
/** Hosts leave their sessions open over night, and some do not begin anew when one is gone. */
const IDLE_MS = 24 * 3_600_000;
const SESSION_HEADER = "mcp-session-id";

/** The protocol's answer for a session that is not there (any more), upon which a host begins anew. */
function noSession(): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_001, message: "Session not found" } }, { status: 404 });
}

/**
 * Serves the protocol of 2025 in sessions, since only within one a later request can cancel an earlier one. A session belongs to the
 * token that opened it; the one unused for longest gives way to the hundred-first.
 */
export function openSessions(createServer: () => McpServer, maxRequestBodySize: number): Sessions {
  const sessions = new LRUCache<string, Session>({ max: MOST_SESSIONS, ttl: IDLE_MS, updateAgeOnGet: true, dispose: ({ server }) => void server.close().catch(() => undefined) });

  async function begin(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    const server = createServer();
    const caller = options.authInfo?.clientId;
    const transport = new WebStandardStreamableHTTPServerTransport({
      maxRequestBodySize,
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { caller, transport, server }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, options);
    // Anything but a first request was answered with an error, and nothing will come after it.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  return {
    async fetch(request, options = {}) {
      const id = request.headers.get(SESSION_HEADER);
      if (id === null) return begin(request, options);
      const session = sessions.get(id);
      return session === undefined || session.caller !== options.authInfo?.clientId ? noSession() : session.transport.handleRequest(request, options);
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };
}
