import { QUOTING_KEY_PREFIX } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { forgetAnswersQuery, forgetNotesQuery, forgetReservationsQuery } from "../queries/forget-answers.ts";

/** What may quote a memory that is erased: answers, those that are being made, and notes. */
export async function forgetAnswers({ transaction }: BoltCall): Promise<void> {
  const prefix = QUOTING_KEY_PREFIX;
  await Promise.all([transaction.run(forgetAnswersQuery, { prefix }), transaction.run(forgetReservationsQuery, { prefix }), transaction.run(forgetNotesQuery)]);
}
