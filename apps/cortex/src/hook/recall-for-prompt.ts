import type { CortexClient } from "@memory-cortex/client";
import { clampText, escapeForPrompt } from "@memory-cortex/text";

import { isCompaction, sessionIdOf, spokenPrompt } from "./claude-code-turns.ts";
import { NOTHING_SENT } from "./hook-state.ts";
import type { HookState } from "./hook-state.ts";
import { readTranscript } from "./read-transcript.ts";

export interface RecallParts {
  state: HookState;
  client: CortexClient;
  userId: string;
  namespace: string | undefined;
  /** How long the service is waited for, milliseconds. */
  timeoutMs: number;
}

export interface SubmittedPrompt {
  sessionId: string;
  /** Null when it is not known. */
  transcriptPath: string | null;
  prompt: string;
  project: string;
}

/** Of a pasted log, what stands around it says what is asked for. */
const LONGEST_QUERY = 4_000;
/** Claude Code hands on at most 10,000 characters of a hook. */
const LONGEST_CONTEXT = 4_000;
/** So many are remembered as shown; older ones may come again. */
const MOST_SHOWN = 150;
const LETTERS_TO_KNOW_IT_BY = 40;

/**
 * The block of memories for a prompt; "" when there is nothing to add. What the session itself holds is left out, as the model sees it anyway,
 * and so is what was put into it before, until it is compacted. The project is preferred and not a filter: what is known of everything stays
 * visible. Rejects with a `CortexClientError`.
 */
export async function recallForPrompt({ state, client, userId, namespace, timeoutMs }: RecallParts, { sessionId, transcriptPath, prompt, project }: SubmittedPrompt): Promise<string> {
  const query = clampText(spokenPrompt(prompt), { maxChars: LONGEST_QUERY });
  if (query === "") return "";
  const compactions = await compactionsOf(state, sessionId, transcriptPath);
  const known = await state.shown(sessionId);
  const shown = known.compactions === compactions ? known.ids : [];
  const answer = await client.recall({
    query, user_id: userId, namespace, session_id: sessionIdOf(sessionId), project,
    exclude_session_ids: compactions === 0 ? [sessionIdOf(sessionId)] : [], exclude_ids: shown, max_chars: LONGEST_CONTEXT,
  }, { timeoutMs });
  const context = answer.context ?? "";
  if (context === "") return "";
  const now = answer.items.filter(({ text }) => context.includes(escapeForPrompt(text).slice(0, LETTERS_TO_KNOW_IT_BY))).map(({ id }) => id);
  await state.keepShown(sessionId, { compactions, ids: [...shown, ...now].slice(-MOST_SHOWN) });
  return context;
}

/** How often the session was compacted: as the last turn's end saw it, and since, as a compaction ends no turn. */
async function compactionsOf(state: HookState, sessionId: string, transcriptPath: string | null): Promise<number> {
  const { compactions, offset } = { ...NOTHING_SENT, ...(await state.sent(sessionId)) };
  const since = transcriptPath === null ? null : await readTranscript(transcriptPath, offset).catch(() => null);
  return compactions + (since?.lines.filter(isCompaction).length ?? 0);
}
