import { timedPost } from "../http-client.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import { openDiskSync } from "./disk-sync.ts";
import { messageOf, USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import type { SizeWish } from "./size-wish.ts";

export interface AcknowledgementFigures {
  acknowledgement: Latency;
  /** Of the same disk, in turn with blocks of acknowledgements, each of which contains one: each makes the other wait for the file system. */
  diskSync: Latency;
}

/** Sent before: a service that has run for a minute. */
const WARMING = 50;
/** Acknowledgements and syncs take turns so often. */
const BLOCK = 25;

/** A user's and an assistant's turn at a time, as an agent sends them, into the filled realm. Changes the home: give it a copy. */
export async function measureAcknowledgements({ url, home }: ThrowawayServer, { queries, corpus, size }: SizeWish): Promise<AcknowledgementFigures> {
  const times: number[] = [];
  const syncs: number[] = [];
  const disk = await openDiskSync(home);
  const run = Date.now();
  for (let count = 0; count < WARMING + queries; count += 1) {
    const messages = [0, 1].map((offset) => ({ ...messageOf(corpus, size + 2 * count + offset), id: `a${run}-${2 * count + offset}`, timestamp: run + 2 * count + offset }));
    const { milliseconds } = await timedPost(`${url}/ingest`, { messages, session_id: `acknowledged-${run}`, user_id: USER });
    if (count < WARMING) continue;
    times.push(milliseconds);
    if (times.length % BLOCK !== 0 && times.length < queries) continue;
    while (syncs.length < times.length) syncs.push(await disk.once());
  }
  await disk.close();
  return { acknowledgement: latencyOf(times), diskSync: latencyOf(syncs) };
}
