import { spawn } from "node:child_process";
import { once } from "node:events";

const TRY_MS = 10_000;

/** Runs the hook as Claude Code will, with a prompt that needs no memory. What it says when something is amiss; null when all is well. */
export async function tryHook(commandLine: string): Promise<string | null> {
  const child = spawn(commandLine, { shell: true, stdio: ["pipe", "ignore", "pipe"], timeout: TRY_MS });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (said += text));
  child.stdin.on("error", () => {}); // told by its end
  child.stdin.end(JSON.stringify({ session_id: "cortex-hook-install", cwd: process.cwd(), hook_event_name: "UserPromptSubmit", prompt: "ok" }));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0 && said.trim() === "") return null;
  const lines = said.trim().split("\n");
  // A program that cannot start tells of it in the middle of much else.
  return (lines.find((line) => /^memory-cortex:|\bError\b/.test(line)) ?? lines.at(-1)) || `The hook ended with ${code ?? "a signal"}.`;
}
