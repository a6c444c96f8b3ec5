import type { Llm } from "@memory-cortex/llm";
import { CortexError, realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { JobHandler, JobResult } from "@memory-cortex/queue";

import type { Decider } from "../decide/index.ts";
import { silentLog } from "../formation-log.ts";
import type { CaptureServices } from "./capture-services.ts";
import { commitWindow, deciderOf } from "./commit-window.ts";
import { findCandidates, isOfOneAnswer } from "./find-candidates.ts";
import type { Finding } from "./find-candidates.ts";
import { wakeEmbedding } from "./wake-embedding.ts";

const TURNS_AT_A_TIME = 200;
export const CONTEXT_TURNS = 4;

/**
 * Turns of a session that capture has not seen become memories; a window in one transaction with the marks of its turns, so that
 * neither a second run nor a death in between doubles or loses any. Goes on until nothing is open. A language model reads them where one
 * is configured; rules do when there is none or it fails, and the turns are marked as improvable then.
 */
export function createCaptureHandler(services: CaptureServices): JobHandler<"capture"> {
  const decider = deciderOf(services);
  return async ({ user_id, namespace, session_id }, { signal }) => {
    const realm = realmOf(user_id, [namespace]);
    let llm = services.llms?.llmFor("capture") ?? null;
    let created = 0;
    let windows = 0;
    for (let before: string | undefined; ; windows += 1) {
      const window = await captureWindow(services, { realm, sessionId: session_id, signal, decider, llm });
      if (window === null) break;
      // The same turns open again after a commit, or after another worker's: the store contradicts itself, and a loop would not end.
      if (window.firstTurn === before) throw new CortexError("store_unavailable", { detail: "Captured turns are still open." });
      before = window.firstTurn;
      created += window.created;
      // A model that cannot be reached would make every further window wait for the same failure.
      if (window.failure !== null && !isOfOneAnswer(window.failure)) llm = null;
    }
    if (created > 0) await wakeEmbedding(services, user_id);
    return windows === 0 ? ({ outcome: "skipped", reason: "nothing_open" } satisfies JobResult) : { outcome: "success" };
  };
}

interface Window {
  realm: Realm;
  sessionId: string;
  signal: AbortSignal;
  decider: Decider;
  llm: Llm | null;
}

async function captureWindow(services: CaptureServices, { realm, sessionId, signal, decider, llm }: Window): Promise<{ firstTurn: string; created: number; failure: string | null } | null> {
  await services.giveWay?.(signal);
  const { open, context } = await services.store.openTurns(realm, { sessionId, limit: TURNS_AT_A_TIME, context: CONTEXT_TURNS }, { signal });
  const [first] = open;
  if (!first) return null;
  const finding = await findCandidates(services, { realm, open, context, signal }, llm);
  const { turns, candidates, improvable } = finding;
  const created = await commitWindow(services, decider, { realm, sessionId, turns, context, candidates, improvable, signal });
  note(services, finding, created);
  return { firstTurn: first.id, created, failure: finding.failure };
}

function note({ log = silentLog }: CaptureServices, { turns, by, candidates, refused, improvable }: Finding, created: number): void {
  const reasons = Object.fromEntries([...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, all]) => [reason, all.length]));
  log.info({ by, turns: turns.length, candidates: candidates.length, created, refused: reasons, improvable }, "captured");
}
