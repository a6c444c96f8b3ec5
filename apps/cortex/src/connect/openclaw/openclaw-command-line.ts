import { spawn } from "node:child_process";

import type { JsonValue } from "../edits.ts";

export interface OpenclawRun {
  /** Null when a signal ended it, the time limit among them. */
  code: number | null;
  stdout: string;
  stderr: string;
}

const LIMIT_MS = 90_000;

/** Runs OpenClaw's own command with the environment of this process, so that it finds the same files. Rejects when it cannot be started. */
export function runOpenclaw(command: string, parameters: readonly string[]): Promise<OpenclawRun> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenclawRun>();
  // On Windows commands are scripts, which only a shell starts; our parameters are our own words.
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"], timeout: LIMIT_MS, shell: process.platform === "win32" });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said.stderr += text));
  child.once("error", reject);
  child.once("close", (code) => resolve({ code, ...said }));
  return promise;
}

/** The JSON that a command printed; null when it is none. Some hosts print a line before it. */
export function jsonOf({ stdout }: OpenclawRun): JsonValue {
  for (let start = stdout.search(/[[{]/); start >= 0; start = nextStart(stdout, start)) {
    try {
      return JSON.parse(stdout.slice(start)) as JsonValue;
    } catch {
      // The bracket belonged to a line before the answer.
    }
  }
  return null;
}

function nextStart(text: string, after: number): number {
  const place = text.slice(after + 1).search(/^[[{]/m);
  return place < 0 ? -1 : after + 1 + place;
}
