import { llmHealth } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { realmOf, wholeUser } from "@memory-cortex/models";
import type { JobHandler, JobPayload, JobResult } from "@memory-cortex/queue";

import { firstWindow, isWorthAsking } from "../capture/llm/index.ts";
import { silentLog } from "../formation-log.ts";
import { CONTEXT_TURNS } from "./capture-handler.ts";
import type { CaptureServices } from "./capture-services.ts";
import { commitWindow, deciderOf } from "./commit-window.ts";
import { askModel, isOfOneAnswer, llmFailure } from "./find-candidates.ts";
import type { OpenTurns } from "./find-candidates.ts";
import { improvementOf } from "./improvement.ts";
import { createResting } from "./resting.ts";
import { wakeEmbedding } from "./wake-embedding.ts";

const TURNS_AT_A_TIME = 60;
/** Windows that are looked at for one whose turn it is. */
const WINDOWS_LOOKED_AT = 20;

/**
 * Turns that rules captured while no model was at hand are captured by it, one window a job; what the rules made of them is replaced where
 * the model says the same. Wakes itself for the next window while that works. A window whose answers are of no use rests for longer each
 * time and stays improvable: nothing is marked done that was not.
 */
export function createImproveHandler(services: CaptureServices): JobHandler<"improve"> {
  const decider = deciderOf(services);
  const resting = createResting(services.clock);
  return async (payload, { signal }) => {
    const llm = services.llms?.llmFor("capture") ?? null;
    if (llm === null || llmHealth(llm).state === "down") return { outcome: "skipped", reason: llm === null ? "no_llm" : "llm_unavailable" };
    if (resting.isResting(windowKey(payload))) return wakeNext(services, { payload, resting, done: { outcome: "skipped", reason: "resting" } });
    const realm = realmOf(payload.user_id, [payload.namespace]);
    const { open, context } = await services.store.openTurns(realm, { sessionId: payload.session_id, limit: TURNS_AT_A_TIME, context: CONTEXT_TURNS, improvable: true }, { signal });
    if (open.length === 0) return wakeNext(services, { payload, resting, done: { outcome: "skipped", reason: "nothing_open" } });
    const window: OpenTurns = { realm, open: firstWindow(open), context, signal };
    const asked = await ask(services, window, llm);
    if (typeof asked === "string") {
      if (!isOfOneAnswer(asked)) return { outcome: "skipped", reason: asked };
      resting.rest(windowKey(payload));
      return wakeNext(services, { payload, resting, done: { outcome: "skipped", reason: asked } });
    }
    const revise = await improvementOf(services, window, asked);
    const created = await commitWindow(services, decider, { realm, sessionId: payload.session_id, turns: window.open, context, candidates: asked.candidates, improves: true, revise, signal });
    resting.wake(windowKey(payload));
    if (created > 0) await wakeEmbedding(services, payload.user_id);
    return wakeNext(services, { payload, resting, done: { outcome: "success" } });
  };
}

/** What the model finds, or the code of its failure. */
async function ask(services: CaptureServices, window: OpenTurns, llm: Llm): Promise<Awaited<ReturnType<typeof askModel>> | string> {
  if (!isWorthAsking(window.open)) return { candidates: [], refused: [] };
  try {
    return await askModel(services, window, llm);
  } catch (error) {
    const failure = llmFailure(error, window.signal);
    if (failure === null) throw error;
    return failure;
  }
}

const windowKey = ({ user_id, namespace, session_id }: JobPayload<"improve">): string => JSON.stringify([user_id, namespace, session_id]);

interface Next {
  payload: JobPayload<"improve">;
  resting: ReturnType<typeof createResting>;
  done: JobResult;
}

async function wakeNext({ store, queue, log = silentLog }: CaptureServices, { payload: { user_id }, resting, done }: Next): Promise<JobResult> {
  try {
    const windows = await store.improvableWindows(wholeUser(user_id), { limit: WINDOWS_LOOKED_AT });
    const next = windows.map(({ namespace, sessionId }) => ({ user_id, namespace, session_id: sessionId })).find((payload) => !resting.isResting(windowKey(payload)));
    if (next !== undefined) await queue.enqueue("improve", next);
  } catch (error) {
    log.warn({ err: error }, "could not wake a worker; reconcile will");
  }
  return done;
}
