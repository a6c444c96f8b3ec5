import { spawn } from "node:child_process";

export interface CommandOutput {
  /** Exit code; null when a signal ended it (the time limit among them). */
  code: number | null;
  /** Standard output and error, as they came. */
  text: string;
}

interface CommandOptions {
  cwd: string;
  environment?: NodeJS.ProcessEnv;
  /** Printed while it runs instead of being kept; `text` is then empty. */
  live?: boolean;
  /** Milliseconds until it is stopped. */
  limit: number;
}

/** Runs a program to its end. Rejects with a system error when it cannot be started. */
export function commandOutput(command: readonly [string, ...string[]], options: CommandOptions): Promise<CommandOutput> {
  const [program, ...rest] = command;
  const { promise, resolve, reject } = Promise.withResolvers<CommandOutput>();
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: options.live ? "inherit" : ["ignore", "pipe", "pipe"],
    timeout: options.limit,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => (text += part));
  }
  child.once("error", reject);
  child.once("close", (code) => resolve({ code, text }));
  return promise;
}
