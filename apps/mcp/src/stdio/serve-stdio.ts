import type { Readable, Writable } from "node:stream";

import { serveStdio as serveProtocol, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { createMemoryServer } from "../server.ts";
import type { McpServerSettings } from "../server.ts";

export interface StdioStreams {
  stdin: Readable;
  /** Carries the protocol and nothing else. */
  stdout: Writable;
  /** What went wrong beside the answers: names only, never memory. */
  onError(error: Error): void;
}

export interface StdioServing {
  /** When the host has closed its end. */
  ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves one host over a pair of streams, in the protocol of 2025 or the one of 2026, as it begins. */
export function serveStdio(settings: McpServerSettings, { stdin, stdout, onError }: StdioStreams): StdioServing {
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve());
    stdout.once("error", () => resolve());
  });
  const { close } = serveProtocol(() => createMemoryServer(settings), { transport: new StdioServerTransport(stdin, stdout), onerror: onError });
  return { ended, close };
}
