import { createCortexClient } from "@memory-cortex/client";
import { CortexError } from "@memory-cortex/models";

import { serveHttp } from "./http/serve-http.ts";
import { readTokenFile } from "./http/token-file.ts";
import type { Memory } from "./memory.ts";
import { openMemory } from "./open-memory.ts";
import type { McpRealm } from "./realm.ts";
import type { McpServerSettings } from "./server.ts";
import { serveStdio } from "./stdio/serve-stdio.ts";
import { failureOf, sentenceOf } from "./tools/tool-error.ts";
import { VERSION } from "./version.ts";

/** Where an HTTP server listens, and who may call it. */
export interface HttpChoice {
  host: string;
  port: number;
  /** Bearer tokens, one a line; made when it is not there. */
  tokenFile: string | null;
}

export interface McpRun {
  service: { url: string; token: string | null };
  realm: McpRealm;
  readOnly: boolean;
  /** Null speaks over standard input and output. */
  http: HttpChoice | null;
  /** Lines for a person. They never go to standard output: there a host reads the protocol. */
  note(line: string): void;
}

/** Runs an MCP server until its host goes or a signal ends it. Throws `unsafe_bind`, `port_taken` and `config_invalid`. */
export async function runMcp({ service, realm, readOnly, http, note }: McpRun): Promise<void> {
  const client = createCortexClient({ url: service.url, token: service.token, headers: { "user-agent": `memory-cortex-mcp/${VERSION}` } });
  const settings: McpServerSettings = { memory: openMemory(client, realm), readOnly };
  // Messages of the protocol's library may quote what was sent, which may be memory: their kind has to do.
  const onError = (error: Error): void => note(`MCP: ${error.name}`);
  const ended = new AbortController();
  void tellTrouble(settings.memory, { note, signal: ended.signal });
  try {
    if (http === null) await overStdio(settings, onError);
    else await overHttp(settings, { ...http, note, onError, isOpen: service.token === null });
  } finally {
    ended.abort();
  }
}

/** Tools say the same when they are called; whoever starts the server in a terminal, or reads a host's log, shall not have to call one. */
async function tellTrouble(memory: Memory, { note, signal }: { note: McpRun["note"]; signal: AbortSignal }): Promise<void> {
  try {
    await memory.stats({ signal });
  } catch (error) {
    if (!signal.aborted) note(`memory-cortex: ${sentenceOf(failureOf(error))}`);
  }
}

async function overStdio(settings: McpServerSettings, onError: (error: Error) => void): Promise<void> {
  const { ended, close } = serveStdio(settings, { stdin: process.stdin, stdout: process.stdout, onError });
  await Promise.race([ended, untilSignal()]);
  await close();
}

interface OverHttp extends HttpChoice {
  note(line: string): void;
  onError(error: Error): void;
  /** Whether the service itself asks for no token. */
  isOpen: boolean;
}

async function overHttp(settings: McpServerSettings, { host, port, tokenFile, note, onError, isOpen }: OverHttp): Promise<void> {
  const { tokens, notes } = tokenFile === null ? { tokens: [], notes: [] } : await readTokenFile(tokenFile);
  for (const line of notes) note(line);
  if (tokens.length === 0 && !isOpen) {
    throw new CortexError("unsafe_bind", { detail: "The service asks for a token, and this server would answer every program on this machine without one.", fix: "Give it a token file of its own with --token-file." });
  }
  const { url, close } = await serveHttp(settings, { host, port, tokens, onError });
  const { userId, namespaces } = settings.memory.realm;
  note(`MCP server ready at ${url} · user ${userId} · namespaces ${namespaces.join(", ")} · ${tokens.length === 0 ? "no token asked for" : "with tokens"}`);
  await untilSignal();
  await close();
}

async function untilSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
