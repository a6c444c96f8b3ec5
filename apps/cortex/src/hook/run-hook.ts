import { performance } from "node:perf_hooks";

import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { toProblem } from "../problem.ts";
import { captureSession } from "./capture-session.ts";
import { parseHookInput, readStandardInput } from "./hook-input.ts";
import type { HookInput } from "./hook-input.ts";
import { hookService } from "./hook-service.ts";
import type { HookOptions } from "./hook-service.ts";
import { HookState } from "./hook-state.ts";
import type { UnsentSession } from "./hook-state.ts";
import { projectOf } from "./project-of.ts";
import { recallForPrompt } from "./recall-for-prompt.ts";

/** Where a hook reads and writes: standard input and output belong to Claude Code, the note to whoever looks into its log. */
export interface HookStreams {
  input: AsyncIterable<string | Buffer>;
  output: (text: string) => void;
  note: (line: string) => void;
}

/** What a prompt waits for at most, milliseconds; recall itself takes a tenth of it. */
const PRE_MS = 1_500;
/** What the end of a turn waits for at most, milliseconds. */
const POST_MS = 8_000;
/** Sessions that could not be sent earlier, tried again with each turn. */
const UNSENT_AT_ONCE = 3;

/** Nothing is amiss: nobody has told this memory anything yet. */
const QUIET = new Set(["unknown_user"]);

/**
 * Ends with 0 also when the service is down, as a prompt must not suffer from its memory: then one line on standard error says so. 1, which
 * Claude Code shows and goes on after, is for what a person has to repair. Never 2: that would take the prompt back, or keep the agent going.
 */
async function quietly(work: () => Promise<void>, { note }: HookStreams): Promise<ExitCode> {
  try {
    await work();
    return EXIT.ok;
  } catch (error) {
    const problem = toProblem(error);
    if (QUIET.has(problem.code)) return EXIT.ok;
    note(`memory-cortex: ${problem.message}${problem.fix === null ? "" : ` ${problem.fix}`}`);
    return problem.code === "hook_input" || problem.code === "config_invalid" ? EXIT.failed : EXIT.ok;
  }
}

/** `cortex hook pre`, for UserPromptSubmit: puts what is remembered beside the prompt. */
export function runPreHook(options: HookOptions, streams: HookStreams): Promise<ExitCode> {
  return quietly(async () => {
    const { sessionId, transcriptPath, cwd, prompt, isSubAgent } = parseHookInput(await readStandardInput(streams.input));
    if (isSubAgent || prompt.trim() === "") return;
    const { client, userId, config } = hookService(options);
    const context = await recallForPrompt(
      { state: new HookState({ home: config.home, url: client.url, userId, namespace: options.namespace }), client, userId, namespace: options.namespace, timeoutMs: PRE_MS },
      { sessionId, transcriptPath, prompt, project: await projectOf(cwd) },
    );
    if (context !== "") streams.output(JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context } }));
  }, streams);
}

/** `cortex hook post`, for Stop: sends what was said since the last time. Says nothing on standard output, so that the agent stops as it wanted. */
export function runPostHook(options: HookOptions, streams: HookStreams): Promise<ExitCode> {
  return quietly(async () => {
    const input = parseHookInput(await readStandardInput(streams.input));
    if (input.isSubAgent || input.transcriptPath === null) return;
    const project = await projectOf(input.cwd);
    await sendSession(options, { ...input, transcriptPath: input.transcriptPath, project });
  }, streams);
}

async function sendSession(options: HookOptions, { sessionId, transcriptPath, project, lastAnswer }: UnsentSession & Pick<HookInput, "lastAnswer">): Promise<void> {
  const { client, userId, config } = hookService(options);
  const state = new HookState({ home: config.home, url: client.url, userId, namespace: options.namespace });
  const end = performance.now() + POST_MS;
  const timeLeft = (): number => end - performance.now();
  const now = new Date();
  const send = async (session: UnsentSession, said: string): Promise<void> => {
    const destination = { client, userId, namespace: options.namespace, project: session.project, sessionId: session.sessionId, timeLeft };
    await captureSession({ state, destination, now: now.toISOString() }, { path: session.transcriptPath, lastAnswer: said });
    await state.forgetUnsent(session.sessionId);
  };
  const session = { sessionId, transcriptPath, project };
  try {
    await send(session, lastAnswer);
  } catch (error) {
    await state.keepUnsent(session);
    throw error;
  }
  for (const earlier of await state.unsent(UNSENT_AT_ONCE)) {
    if (timeLeft() <= 0) return;
    await send(earlier, "");
  }
  await state.dropOld(now.getTime());
}
