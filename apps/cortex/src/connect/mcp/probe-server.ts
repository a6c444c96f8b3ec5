import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";

import { VERSION } from "../../version.ts";
import type { ServerCommand } from "./server-command.ts";

/** Whether the server answers when it is started as the host will start it. */
export interface Probe {
  ok: boolean;
  /** One line: what it calls itself, or why it does not answer. */
  message: string;
  tools: string[];
}

const PROTOCOL = "2025-06-18";
const PROBE_MS = 15_000;
const LONGEST_REASON = 300;

const HELLO = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "memory-cortex-connect", version: VERSION } } };
const READY = { jsonrpc: "2.0", method: "notifications/initialized" };
const LIST_TOOLS = { jsonrpc: "2.0", id: 2, method: "tools/list" };
/** Our own tool that only counts: it shows that the server reaches the memory behind it. */
const ASK = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "stats", arguments: {} } };

interface Answer {
  id?: number;
  result?: { serverInfo?: { name?: string; version?: string }; tools?: { name: string }[]; isError?: boolean; content?: { text?: string }[] };
  error?: { message?: string };
}

/** The handshake of a host, and its first questions. Null: the server ended before it had answered. */
async function conversation(output: AsyncIterable<string>, input: Writable): Promise<Probe | null> {
  const send = (message: object): void => void input.write(`${JSON.stringify(message)}\n`);
  send(HELLO);
  let server = "a server";
  let tools: string[] = [];
  const answers = (): string => `${server} answers, with ${tools.length} tools`;
  for await (const line of output) {
    const answer = JSON.parse(line) as Answer;
    if (answer.error !== undefined) return { ok: false, message: `It answers with an error: ${answer.error.message ?? "without a word"}`, tools: [] };
    if (answer.id === HELLO.id) {
      server = `${answer.result?.serverInfo?.name ?? server} ${answer.result?.serverInfo?.version ?? ""}`.trim();
      send(READY);
      send(LIST_TOOLS);
    } else if (answer.id === LIST_TOOLS.id) {
      tools = answer.result?.tools?.map(({ name }) => name) ?? [];
      if (!tools.includes(ASK.params.name)) return { ok: tools.length > 0, message: `${answers()}.`, tools };
      send(ASK);
    } else if (answer.id === ASK.id) {
      if (answer.result?.isError !== true) return { ok: true, message: `${answers()}, and reaches the memory.`, tools };
      return { ok: false, message: `${answers()}, but does not reach the memory: ${answer.result.content?.[0]?.text ?? "without a word"}`, tools };
    }
  }
  return null;
}

/**
 * Starts the server with the command that stands in the host's configuration, shakes hands, asks for its tools and, through one of ours, for
 * the memory; then ends it. Hosts hand down little of their own environment, so neither does this. Never throws.
 */
export async function probeServer({ command, args, env }: ServerCommand, environment: { HOME: string; PATH: string }, timeoutMs = PROBE_MS): Promise<Probe> {
  const child = spawn(command, [...args], { env: { ...environment, ...env }, stdio: "pipe", timeout: timeoutMs, killSignal: "SIGKILL" });
  const ended = once(child, "close").catch(() => null);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said = `${said}${text}`.slice(-LONGEST_REASON)));
  child.stdin.on("error", () => {}); // it ended before it read; told by its end
  const failed = (message: string): Probe => ({ ok: false, message: said.trim() === "" ? message : `${message} It said: ${said.trim().split("\n").at(-1)!}`, tools: [] });
  try {
    const probe = await conversation(createInterface({ input: child.stdout }), child.stdin);
    if (probe !== null) return probe;
    await ended;
    return failed(child.killed ? `It did not answer within ${timeoutMs / 1_000} s.` : `It ended with ${child.exitCode ?? "an error"} before it answered.`);
  } catch {
    return failed("What it says is no MCP.");
  } finally {
    child.kill();
    await ended;
  }
}
