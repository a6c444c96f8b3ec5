import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { CallToolResult, ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult, Tool } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttpClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The makers' clients: the one that most hosts of 2025 are made of, and the newer one in both protocols that it speaks. */
export const KITS = ["older kit, protocol of 2025", "newer kit, protocol of 2025", "newer kit, protocol of 2026"] as const;
export type Kit = (typeof KITS)[number];

export interface OverHttp {
  url: string;
  headers?: Record<string, string>;
}

export interface OverStdio {
  command: string;
  args: string[];
  env: Record<string, string>;
}

export interface HostCall {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

/** An agent's host, as far as the tests need one. */
export interface Host {
  /** What the protocol's handshake told. */
  server(): { name: string | undefined; instructions: string | undefined };
  tools(): Promise<Tool[]>;
  call(name: string, given?: Record<string, unknown>, options?: HostCall): Promise<CallToolResult>;
  resources(cursor?: string): Promise<ListResourcesResult>;
  templates(): Promise<ListResourceTemplatesResult>;
  read(uri: string): Promise<ReadResourceResult>;
  close(): Promise<void>;
}

const SELF = { name: "memory-cortex-tests", version: "1.0.0" };
const MODERN = "2026-07-28";

/** Connects a host of that kit. */
export async function connectHost(kit: Kit, to: OverHttp | OverStdio): Promise<Host> {
  return kit === "older kit, protocol of 2025" ? connectOlder(to) : connectNewer(to, kit === "newer kit, protocol of 2026");
}

async function connectNewer(to: OverHttp | OverStdio, isModern: boolean): Promise<Host> {
  const client = new Client(SELF, { versionNegotiation: { mode: isModern ? { pin: MODERN } : "legacy" } });
  const transport = "url" in to ? new StreamableHTTPClientTransport(new URL(to.url), { requestInit: { headers: to.headers ?? {} } }) : new StdioClientTransport({ ...to, stderr: "ignore" });
  await client.connect(transport);
  return {
    server: () => ({ name: client.getServerVersion()?.name, instructions: client.getInstructions() }),
    tools: async () => (await client.listTools()).tools,
    call: (name, given = {}, options = {}) => client.callTool({ name, arguments: given }, options),
    resources: (cursor) => client.request({ method: "resources/list", params: cursor === undefined ? {} : { cursor } }),
    templates: () => client.listResourceTemplates(),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

async function connectOlder(to: OverHttp | OverStdio): Promise<Host> {
  const client = new OlderClient(SELF);
  const transport = "url" in to ? new OlderHttpClientTransport(new URL(to.url), { requestInit: { headers: to.headers ?? {} } }) : new OlderStdioClientTransport({ ...to, stderr: "ignore" });
  await client.connect(transport);
  return {
    server: () => ({ name: client.getServerVersion()?.name, instructions: client.getInstructions() }),
    tools: async () => (await client.listTools()).tools as Tool[],
    call: async (name, given = {}, options = {}) => (await client.callTool({ name, arguments: given }, undefined, options)) as CallToolResult,
    resources: async (cursor) => (await client.listResources(cursor === undefined ? {} : { cursor })),
    templates: async () => (await client.listResourceTemplates()),
    read: async (uri) => (await client.readResource({ uri })),
    close: () => client.close(),
  };
}

/** The text of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
