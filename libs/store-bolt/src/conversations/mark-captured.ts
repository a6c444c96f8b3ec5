import type { Realm } from "@memory-cortex/models";
import type { CaptureCommit } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { documentKey } from "../documents/write-documents.ts";
import { improvableCountQuery, openCountQuery } from "../queries/capture-state.ts";
import { markCapturedQuery, markImprovableQuery, newestImprovableQuery } from "../queries/mark-captured.ts";
import { ownSessionKey } from "./session-node.ts";

const keysOf = ({ userId }: Realm, turnIds: readonly string[]): string[] => [...new Set(turnIds)].map((id) => documentKey(userId, id));

type Captured = Pick<CaptureCommit, "sessionId" | "turnIds" | "improves">;

/** Whether the turns are still in the state in which they were read: not captured, or to be improved. False when one is gone, or the session. */
export async function isCapturable({ realm, transaction }: BoltCall, { sessionId, turnIds, improves }: Captured): Promise<boolean> {
  const parameters = { session: ownSessionKey(realm, sessionId), keys: keysOf(realm, turnIds) };
  const [state] = await transaction.run<{ waiting: number }>(improves === true ? improvableCountQuery : openCountQuery, parameters);
  return state !== undefined && state.waiting === parameters.keys.length;
}

/**
 * Marks the turns of a capture, in its transaction. False when one of them is gone or was captured meanwhile, or is not on the list of those to be
 * improved when the capture improves: nothing is changed then, and the capture is a repetition.
 */
export async function markCaptured(call: BoltCall, commit: Captured & Pick<CaptureCommit, "at" | "improvable">): Promise<boolean> {
  if (!(await isCapturable(call, commit))) return false;
  const { realm, transaction } = call;
  const session = ownSessionKey(realm, commit.sessionId);
  const improvable = commit.improvable === true;
  await Promise.all([
    transaction.run(improvable ? markImprovableQuery : markCapturedQuery, { session, keys: keysOf(realm, commit.turnIds), at: commit.at, improvable }),
    transaction.run(newestImprovableQuery, { session }),
  ]);
  return true;
}
