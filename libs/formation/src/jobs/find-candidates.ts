import type { Llm } from "@memory-cortex/llm";
import { CortexError, writeNamespace } from "@memory-cortex/models";
import type { Realm, Turn } from "@memory-cortex/models";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { captureByRules } from "../capture/capture-by-rules.ts";
import { allowedType } from "../capture/untrusted.ts";
import { captureByLlm, firstWindow, isWorthAsking } from "../capture/llm/index.ts";
import type { Refused } from "../capture/llm/index.ts";
import { silentLog } from "../formation-log.ts";
import type { CaptureServices } from "./capture-services.ts";
import { relatedMemories } from "./related-memories.ts";

export interface OpenTurns {
  realm: Realm;
  /** Turns to capture, in order; not empty. */
  open: readonly Turn[];
  /** Turns before them. */
  context: readonly Turn[];
  signal: AbortSignal;
}

/** What was found in the first of the open turns. */
export interface Finding {
  /** The turns that were read. */
  turns: readonly Turn[];
  candidates: CaptureCandidate[];
  refused: Refused[];
  by: "llm" | "rules" | "nobody";
  /** Rules did what a model should have done. */
  improvable: boolean;
  /** Code of the error that kept the model from it. */
  failure: string | null;
}

/** Failures that are about one answer; after any other the model is left alone for the rest of the job. */
const OF_ONE_ANSWER = new Set(["llm_invalid", "llm_refused"]);

export const isOfOneAnswer = (code: string): boolean => OF_ONE_ANSWER.has(code);

/** The code of a failure of the model, after which rules go on; null for everything else, such as an aborted job. */
export function llmFailure(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted || !CortexError.isInstance(error)) return null;
  return error.code.startsWith("llm_") || error.code === "timeout" ? error.code : null;
}

/** Asks the model, in one call, about as many of the open turns as it takes at once; rules do it where there is none, or when it fails. */
export async function findCandidates(services: CaptureServices, window: OpenTurns, llm: Llm | null): Promise<Finding> {
  if (llm === null) return byRules(services, window, { turns: window.open, failure: null });
  const turns = firstWindow(window.open);
  if (!isWorthAsking(turns)) return { turns, candidates: [], refused: [], by: "nobody", improvable: false, failure: null };
  try {
    return { turns, ...(await askModel(services, { ...window, open: turns }, llm)), by: "llm", improvable: false, failure: null };
  } catch (error) {
    const failure = llmFailure(error, window.signal);
    if (failure === null) throw error;
    (services.log ?? silentLog).warn({ code: failure, turns: turns.length }, "the language model failed; rules capture in its place");
    return byRules(services, window, { turns, failure });
  }
}

/** What the model finds in all of the given turns. Throws what its port throws. */
export async function askModel({ store, clock }: CaptureServices, { realm, open, context, signal }: OpenTurns, llm: Llm): Promise<{ candidates: CaptureCandidate[]; refused: Refused[] }> {
  const related = await relatedMemories(store, { realm, turns: open, now: clock.now(), signal });
  const { candidates, refused } = await captureByLlm({ llm, turns: open, context, related, now: clock.now(), signal });
  return { candidates: candidates.map((candidate) => ofAllowedType(candidate, realm)), refused };
}

const ofAllowedType = (candidate: CaptureCandidate, realm: Realm): CaptureCandidate => ({ ...candidate, type: allowedType(writeNamespace(realm), candidate.type) });

async function byRules({ capture = captureByRules, clock }: CaptureServices, { realm, context }: OpenTurns, { turns, failure }: { turns: readonly Turn[]; failure: string | null }): Promise<Finding> {
  const candidates = (await capture({ turns, context, now: clock.now() })).map((candidate) => ofAllowedType(candidate, realm));
  return { turns, candidates, refused: [], by: "rules", improvable: isWorthAsking(turns), failure };
}
