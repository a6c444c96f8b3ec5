import { Problem } from "../problem.ts";

/** What Claude Code tells a hook on standard input, as far as ours use it. */
export interface HookInput {
  sessionId: string;
  transcriptPath: string | null;
  /** Folder that the session works in. */
  cwd: string;
  /** Of UserPromptSubmit: as it was typed. */
  prompt: string;
  /** Of Stop: what the model said last. The transcript is written later and may not hold it yet. */
  lastAnswer: string;
  /** Whether a sub-agent speaks. */
  isSubAgent: boolean;
}

const LONGEST_INPUT = 4_000_000;

/** Reads standard input to its end. Throws `hook_input` for more than 4 MB. */
export async function readStandardInput(input: AsyncIterable<string | Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    parts.push(Buffer.from(part));
    length += parts.at(-1)!.length;
    if (length > LONGEST_INPUT) throw new Problem("Standard input is too long.", { code: "hook_input" });
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Throws `hook_input` when it is not what Claude Code sends; never quotes it, as it holds the prompt. */
export function parseHookInput(text: string): HookInput {
  let value: Record<string, unknown> | null = null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) value = parsed as Record<string, unknown>;
  } catch {
    // told below
  }
  const read = (name: string): string => (typeof value?.[name] === "string" ? value[name] : "");
  if (value === null || read("session_id") === "") {
    throw new Problem("Standard input is no hook event of Claude Code.", { code: "hook_input", fix: "Claude Code runs this by itself; `cortex hook install` sets it up." });
  }
  return {
    sessionId: read("session_id"),
    transcriptPath: read("transcript_path") || null,
    cwd: read("cwd") || process.cwd(),
    prompt: read("prompt"),
    lastAnswer: read("last_assistant_message"),
    isSubAgent: read("agent_id") !== "",
  };
}
