import { wholeUser } from "@memory-cortex/models";
import type { FlushRequest, FlushResponse, Realm } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { OpenWindow, Store } from "@memory-cortex/store";

import type { FormationLog } from "../formation-log.ts";

export interface FlushServices {
  store: Store;
  queue: Queue;
  log: FormationLog;
}

type Pending = FlushResponse["pending"];

/** Rounds that change nothing before a flush gives up: an embedder that is down will not come back by asking faster. */
const FRUITLESS_ROUNDS = 3;

/**
 * Runs capture for each open window, then embedding, until the store says that nothing is open, the time is up, or rounds stop to help.
 * Never throws for work that fails: the answer says what is still open.
 */
export async function flushUser({ store, queue, log }: FlushServices, request: FlushRequest): Promise<FlushResponse> {
  const realm = wholeUser(request.user_id);
  const signal = AbortSignal.timeout(request.timeout_ms);
  let pending = await openWork(store, realm, request.session_id);
  for (let fruitless = 0; fruitless < FRUITLESS_ROUNDS && !signal.aborted; ) {
    const before = JSON.stringify(pending);
    const windows = await windowsOf(store, realm, request.session_id);
    await Promise.all(windows.map(({ namespace, sessionId }) => runJob(() => queue.runNow("capture", { user_id: request.user_id, namespace, session_id: sessionId }, { signal }), log)));
    if (!signal.aborted) await runJob(() => queue.runNow("embed", { user_id: request.user_id }, { signal }), log);
    pending = await openWork(store, realm, request.session_id);
    if (isDone(pending)) return { done: true, pending };
    fruitless = JSON.stringify(pending) === before ? fruitless + 1 : 0;
  }
  return { done: false, pending };
}

const isDone = ({ capture, embed, extract }: Pending): boolean => capture + embed + extract === 0;

async function runJob(run: () => Promise<unknown>, log: FormationLog): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error }, "a job did not finish during a flush");
  }
}

async function windowsOf(store: Store, realm: Realm, sessionId: string | undefined): Promise<OpenWindow[]> {
  const windows = await store.openWindows(realm);
  return sessionId === undefined ? windows : windows.filter((window) => window.sessionId === sessionId);
}

async function openWork(store: Store, realm: Realm, sessionId: string | undefined): Promise<Pending> {
  const windows = await windowsOf(store, realm, sessionId);
  const spaces = await store.spaces(realm);
  return {
    capture: windows.reduce((sum, { openTurns }) => sum + openTurns, 0),
    embed: spaces.reduce((sum, { missing }) => sum + missing, 0),
    extract: 0,
  };
}
