import { SESSION_TURNS } from "../corpus.ts";
import { post } from "../http-client.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import { messageOf, settle, USER } from "./filled-home.ts";
import type { SizeWish } from "./size-wish.ts";
import { untilSearchable } from "./until-searchable.ts";
import { accountOf, readAccount } from "./where-time-goes.ts";
import type { TimeAccount } from "./where-time-goes.ts";

/** The pace at which turns are added to a filled realm. */
export interface AddingFigures {
  turns: number;
  /** Until all was acknowledged, until all turns had vectors, and until memories were made of them and had theirs. */
  acknowledgedSeconds: number;
  searchableSeconds: number;
  capturedSeconds: number;
  account: TimeAccount;
}

/** Some ten seconds of work; at least this many, and a tenth of a small realm's would not tell. */
const TURNS = 8_000;
/** Sent before: what is measured is a lasting load, not a start. */
const WARMING = 1_000;
const SENDERS = 2;

/**
 * Sends turns into the filled realm as fast as they are taken, to be captured at once as under a lasting load, and waits until all can be found
 * by meaning, and until nothing is left to capture. Changes the home: give it a copy.
 */
export async function measureAdding({ url, home, processId }: ThrowawayServer, { size, corpus, progress }: SizeWish): Promise<AddingFigures> {
  const turns = Math.min(TURNS, Math.max(SESSION_TURNS, size));
  const run = Date.now();
  const send = async (from: number, to: number): Promise<void> => {
    let next = from;
    const sender = async () => {
      while (next < to) {
        const start = size + next;
        next += SESSION_TURNS;
        const messages = Array.from({ length: SESSION_TURNS }, (_, index) => messageOf(corpus, start + index));
        await post(`${url}/ingest`, { messages, session_id: `added-${run}-${start}`, user_id: USER, debounce: false });
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
  };
  await send(0, WARMING);
  await settle(url, USER, progress);
  const before = await readAccount(url, processId);
  const start = performance.now();
  await send(WARMING, WARMING + turns);
  const acknowledgedSeconds = (performance.now() - start) / 1_000;
  await untilSearchable(home, USER);
  const searchableSeconds = (performance.now() - start) / 1_000;
  await settle(url, USER, progress);
  const capturedSeconds = (performance.now() - start) / 1_000;
  return { turns, acknowledgedSeconds, searchableSeconds, capturedSeconds, account: accountOf(before, await readAccount(url, processId)) };
}
