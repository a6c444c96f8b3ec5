import { spawn } from "node:child_process";

export interface Ended {
  /** Null when a signal ended it, the time limit among them. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandToRun {
  program: string;
  parameters: readonly string[];
  /** All of it: nothing of the tester's own settings gets in. */
  environment: Readonly<Record<string, string>>;
  folder: string;
  limitMs?: number;
}

/** Runs a program to its end, in pipes. Rejects with a system error when it cannot be started. */
export function runCommand({ program, parameters, environment, folder, limitMs = 120_000 }: CommandToRun): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(program, parameters, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"], timeout: limitMs, killSignal: "SIGKILL" });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said.stderr += text));
  child.once("error", reject);
  child.once("close", (code) => resolve({ code, ...said }));
  return promise;
}
