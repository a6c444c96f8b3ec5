import { CortexError, realmOf } from "@memory-cortex/models";
import type { Clock, IdSource, Realm } from "@memory-cortex/models";
import type { JobHandler, JobResult, Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

import { captureByRules } from "../capture/capture-by-rules.ts";
import type { CaptureCandidate, CaptureInput } from "../capture/candidate.ts";
import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import { userLockOf } from "../user-lock.ts";
import { createDecider } from "../decide/index.ts";
import type { Decider, DeciderOptions } from "../decide/index.ts";

export interface CaptureServices {
  store: Store;
  queue: Queue;
  clock: Clock;
  ids: IdSource;
  log?: FormationLog;
  /** {@link captureByRules} unless something else captures. */
  capture?: (input: CaptureInput) => CaptureCandidate[] | Promise<CaptureCandidate[]>;
  /** What deciding knows of nearness; none: words and slots. */
  embedders?: DeciderOptions["embedders"];
  /** Who judges what rules leave open; none: nobody. */
  llms?: DeciderOptions["llms"];
}

const TURNS_AT_A_TIME = 200;
const CONTEXT_TURNS = 4;

/**
 * Turns of a session that capture has not seen become memories; a window in one transaction with the marks of its turns, so that
 * neither a second run nor a death in between doubles or loses any. Goes on until nothing is open.
 */
export function createCaptureHandler(services: CaptureServices): JobHandler<"capture"> {
  const { store, ids, embedders, llms } = services;
  const decider = createDecider({ store, ids, ...(embedders === undefined ? {} : { embedders }), ...(llms === undefined ? {} : { llms }) });
  return async ({ user_id, namespace, session_id }, { signal }) => {
    const realm = realmOf(user_id, [namespace]);
    let created = 0;
    let windows = 0;
    for (let before: string | undefined; ; windows += 1) {
      const window = await captureWindow(services, { realm, sessionId: session_id, signal, decider });
      if (window === null) break;
      // The same turns open again after a commit, or after another worker's: the store contradicts itself, and a loop would not end.
      if (window.firstTurn === before) throw new CortexError("store_unavailable", { detail: "Captured turns are still open." });
      before = window.firstTurn;
      created += window.created;
    }
    if (created > 0) await wakeEmbedding(services, user_id);
    return windows === 0 ? ({ outcome: "skipped", reason: "nothing_open" } satisfies JobResult) : { outcome: "success" };
  };
}

async function wakeEmbedding({ queue, log = silentLog }: CaptureServices, userId: string): Promise<void> {
  try {
    await queue.enqueue("embed", { user_id: userId });
  } catch (error) {
    log.warn({ err: error }, "could not wake a worker; reconcile will");
  }
}

interface Window {
  realm: Realm;
  sessionId: string;
  signal: AbortSignal;
  decider: Decider;
}

async function captureWindow({ store, clock, capture = captureByRules }: CaptureServices, { realm, sessionId, signal, decider }: Window): Promise<{ firstTurn: string; created: number } | null> {
  const { open, context } = await store.openTurns(realm, { sessionId, limit: TURNS_AT_A_TIME, context: CONTEXT_TURNS }, { signal });
  const [first] = open;
  if (!first) return null;
  const candidates = await capture({ turns: open, context, now: clock.now() });
  // Outside the lock: a judge takes its time, and whoever wants to remember something meanwhile does not wait for it.
  const verdicts = await decider.judge(realm, { candidates, turns: open }, { at: clock.now(), signal });
  const created = await userLockOf(store).run(realm.userId, async () => {
    if (signal.aborted) throw new CortexError("aborted");
    const at = clock.now();
    const { writes } = await decider.decide(realm, { candidates, turns: open, verdicts }, { at, signal });
    await store.commitCapture(realm, { sessionId, turnIds: open.map(({ id }) => id), writes, at }, { signal });
    return writes.filter((write) => "memory" in write).length;
  });
  return { firstTurn: first.id, created };
}
