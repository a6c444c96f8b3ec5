import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { ListResourcesResult, McpServer, ReadResourceResult, Resource } from "@modelcontextprotocol/server";

import type { CallOptions, Memory } from "../memory.ts";
import { failureOf, sentenceOf } from "../tools/tool-error.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import type { ListPlace } from "./list-cursor.ts";
import { readMemory, readSession } from "./read-resource.ts";
import { memoryResource, sessionResource } from "./resource-entry.ts";
import { MEMORY_TEMPLATE, readUri, SESSION_TEMPLATE } from "./resource-uri.ts";

const PAGE = 50;

const TEMPLATES = [
  { name: "memory", title: "A memory", uriTemplate: MEMORY_TEMPLATE, description: "One memory with all that is known of it, by its id.", mimeType: "application/json" },
  { name: "session", title: "A conversation", uriTemplate: SESSION_TEMPLATE, description: "What was said in one session, in order; `next` leads to the page after it.", mimeType: "application/json" },
];

/**
 * Memories and sessions as resources, for hosts whose users attach them to a prompt. Straight on the protocol: the kit's own list of
 * resources has no pages, and memory has more than one.
 */
export function registerResources({ server }: McpServer, memory: Memory): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/list", async ({ params }, { mcpReq }) => told(() => listPage(memory, params?.cursor, { signal: mcpReq.signal })));
  server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) => told(() => readOne(memory, params.uri, { signal: mcpReq.signal })));
}

/** Reads have no results that say what is wrong: a failure of the service becomes an error of the protocol, with its fix. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = failureOf(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, sentenceOf(failure), { code: failure.code, fix: failure.fix, retryable: failure.retryable });
  }
}

async function listPage(memory: Memory, cursor: string | undefined, options: CallOptions): Promise<ListResourcesResult> {
  const place = readCursor(cursor);
  if (place === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This cursor is not one of this server: list from the beginning.");
  const { resources, next } = await (place.of === "sessions" ? sessionPage : memoryPage)(memory, place, options);
  return { resources, ...(next === null ? {} : { nextCursor: writeCursor(next) }) };
}

interface ResourcePage {
  resources: Resource[];
  next: ListPlace | null;
}

const pageOf = ({ cursor }: ListPlace): { limit: number; cursor?: string } => ({ limit: PAGE, ...(cursor === null ? {} : { cursor }) });

async function sessionPage(memory: Memory, place: ListPlace, options: CallOptions): Promise<ResourcePage> {
  const { sessions, next_cursor } = await memory.sessions(pageOf(place), options);
  return { resources: sessions.map(sessionResource), next: next_cursor === null ? { of: "memories", cursor: null } : { of: "sessions", cursor: next_cursor } };
}

async function memoryPage(memory: Memory, place: ListPlace, options: CallOptions): Promise<ResourcePage> {
  const { memories, next_cursor } = await memory.memories(pageOf(place), options);
  return { resources: memories.map(memoryResource), next: next_cursor === null ? null : { of: "memories", cursor: next_cursor } };
}

async function readOne(memory: Memory, uri: string, options: CallOptions): Promise<ReadResourceResult> {
  const name = readUri(uri);
  if (name === null) throw new ResourceNotFoundError(uri);
  const content = await (name.kind === "memory" ? readMemory(memory, name.id, options) : readSession(memory, name, options));
  if (content === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(content, null, 2) }] };
}
