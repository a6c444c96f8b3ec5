import { setTimeout } from "node:timers/promises";

import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

/** Other writers of a user may be first this many times; of those who compete one gets through each time. */
export const MOST_DECISIONS = 30;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

export interface DecisionServices {
  store: Pick<Store, "revisions">;
  /** Nobody waits for the decision. */
  patient?: boolean;
  /** Before the next attempt; `failures` counts those before it. Longer each time and by chance by default, so that writers do not march in step. */
  pause?: ((failures: number) => Promise<void>) | undefined;
}

/** What came of one attempt: the commit's word that it rested on what has changed, or its result. */
export type Attempt<Result> = { outcome: "stale" } | { outcome: "done"; result: Result };

/**
 * Reads, decides and writes until nobody else, in whatever process, changed what the decision rests on. The attempt reads everything anew
 * and hands `basedOn` to its commit. Locks keep writers of one process in line; this keeps processes apart. Throws `revision_conflict` after
 * {@link MOST_DECISIONS}.
 */
export async function decideAgain<Result>({ store, patient = false, pause = pauseByChance }: DecisionServices, realm: Realm, attempt: (basedOn: number) => Promise<Attempt<Result>>): Promise<Result> {
  for (let failures = 0; failures < MOST_DECISIONS; failures += 1) {
    if (failures > 0) await pause(failures);
    const { knowledge } = await store.revisions(realm, { patient });
    const answer = await attempt(knowledge);
    if (answer.outcome === "done") return answer.result;
  }
  throw new CortexError("revision_conflict", { detail: "What is known of the user changed too many times while it was decided." });
}

const pauseByChance = (failures: number): Promise<void> => setTimeout(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * Math.random());
