import type { AlignmentRequest, AlignmentView, StoredMatch } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { readAlignmentQuery } from "../queries/read-alignment.ts";
import { ownSessionKey } from "./session-node.ts";

interface Row {
  revision: number;
  length: number;
  matches: StoredMatch[];
  /** Position of the last timed turn said before the first of the asked moments; empty when there is none. */
  before: number[];
  /** Timed turns said at or after it, ordered by time. */
  said: { at: number; position: number }[];
}

/** How many of the turns, ordered by time, were said at or before it. */
function countUntil(said: Row["said"], time: number): number {
  const later = said.findIndex(({ at }) => at > time);
  return later === -1 ? said.length : later;
}

/** Places of moments among the timed turns: after the last one said by then, before the first one said later. */
function placesInTime({ before, said, length }: Row, times: readonly number[]): Pick<AlignmentView, "placeByTime" | "laterByTime"> {
  const placeAfter = [(before[0] ?? -1) + 1];
  for (const { position } of said) placeAfter.push(Math.max(placeAfter.at(-1)!, position + 1));
  const firstLater = new Array<number>(said.length + 1).fill(length);
  for (let index = said.length - 1; index >= 0; index -= 1) firstLater[index] = Math.min(firstLater[index + 1]!, said[index]!.position);
  const counts = times.map((time) => countUntil(said, time));
  return { placeByTime: counts.map((count) => placeAfter[count]!), laterByTime: counts.map((count) => firstLater[count]!) };
}

const NO_SESSION: Row = { revision: 0, length: 0, matches: [], before: [], said: [] };

export async function readAlignment({ realm, transaction }: BoltCall, { sessionId, hashes, times }: AlignmentRequest): Promise<AlignmentView> {
  const first = times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time), Infinity);
  const [row = NO_SESSION] = await transaction.run<Row>(readAlignmentQuery, { session: ownSessionKey(realm, sessionId), hashes, first });
  return { revision: row.revision, length: row.length, matches: row.matches, ...placesInTime(row, times) };
}
