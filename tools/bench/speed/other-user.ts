import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { realmFileName } from "@memory-cortex/store-sqlite";

import { removeHome, startThrowawayServer, throwawayHome } from "../throwaway-server.ts";
import { fill, settle, USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import { readThrough } from "./read-through.ts";
import type { SizeWish } from "./size-wish.ts";
import { timedRecall } from "./timed-recall.ts";

export interface OtherUserFigures {
  /** Turns of the user who asks. */
  turns: number;
  alone: Latency;
  beside: Latency;
  /** In the first {@link STARTING_MS} after a start, while the large user is read into memory, and how many left a part out. */
  starting: Latency;
  startingLate: number;
  /** Questions for which a search finds other items, or in another order. */
  different: number;
  /** Searches that both answered without leaving anything out for lateness; only those are compared. */
  questions: number;
}

const ASKER = "asker";
const ASKER_TURNS = 1_000;
const PATIENT_MS = 60_000;
/** A million turns are read in about as long. */
export const STARTING_MS = 2_000;

/**
 * The same user's recalls in a home of their own and in one that also holds the large user, who is asked in between; and right after the start of
 * the latter. The user's file is the same in both, and both services run side by side.
 */
export async function measureOtherUser(home: string, wish: SizeWish): Promise<OtherUserFigures> {
  const alone = await throwawayHome();
  const file = realmFileName(ASKER);
  try {
    const filling = await startThrowawayServer(alone, wish.environment);
    try {
      await fill(filling, { ...wish, size: ASKER_TURNS, user: ASKER });
    } finally {
      await filling.stop();
    }
    await mkdir(join(home, "realms"), { recursive: true });
    await copyFile(join(alone, "realms", file), join(home, "realms", file));
    const compared = await compareHomes({ alone, beside: home }, wish);
    return { ...compared, ...(await afterStart(home, wish)) };
  } finally {
    await Promise.all(["", "-wal", "-shm"].map((suffix) => rm(join(home, "realms", `${file}${suffix}`), { force: true })));
    await removeHome(alone);
  }
}

async function compareHomes(homes: { alone: string; beside: string }, { queries, corpus, nextQuestion, progress, environment }: SizeWish): Promise<Omit<OtherUserFigures, "starting" | "startingLate">> {
  const alone = await startThrowawayServer(homes.alone, environment);
  const beside = await startThrowawayServer(homes.beside, environment).catch(async (error: unknown) => {
    await alone.stop();
    throw error;
  });
  const times = { alone: [] as number[], beside: [] as number[] };
  let different = 0;
  let compared = 0;
  try {
    // A realm that is weighed anew after the start has other vectors until that is done.
    for (const { url, user } of [{ url: alone.url, user: ASKER }, { url: beside.url, user: ASKER }, { url: beside.url, user: USER }]) await settle(url, user, progress);
    // Nor does it count how long a large user takes to be read into memory: that has figures of its own.
    await timedRecall(beside.url, { query: corpus.question(nextQuestion()), user_id: USER, deadline_ms: PATIENT_MS });
    for (const home of [homes.beside, homes.alone]) await readThrough(home);
    // Looked at before anything is recalled: what recalls bring counts as an access, which each service writes down when it finds the time.
    const search = (url: string, query: string) => timedRecall(url, { query, user_id: ASKER }, "/v1/search");
    for (let count = 0; count < queries; count += 1) {
      const query = corpus.question(nextQuestion());
      await timedRecall(beside.url, { query: corpus.question(nextQuestion()), user_id: USER }, "/v1/search");
      const [left, right] = [await search(alone.url, query), await search(beside.url, query)];
      if (left.late || right.late) continue;
      compared += 1;
      if (left.ids.join() !== right.ids.join()) different += 1;
    }
    for (let count = 0; count < queries; count += 1) {
      await timedRecall(beside.url, { query: corpus.question(nextQuestion()), user_id: USER });
      const query = corpus.question(nextQuestion());
      const ask = (url: string) => timedRecall(url, { query, user_id: ASKER });
      // Who comes first changes, so that a warm processor favours neither.
      const [left, right] = count % 2 === 0 ? [await ask(alone.url), await ask(beside.url)] : [await ask(beside.url), await ask(alone.url)].reverse();
      times.alone.push(left!.milliseconds);
      times.beside.push(right!.milliseconds);
    }
  } finally {
    await Promise.all([alone.stop(), beside.stop()]);
  }
  return { turns: ASKER_TURNS, alone: latencyOf(times.alone), beside: latencyOf(times.beside), different, questions: compared };
}

/** The same user's recalls while the large one is read into memory. */
async function afterStart(home: string, { corpus, nextQuestion, environment }: SizeWish): Promise<Pick<OtherUserFigures, "starting" | "startingLate">> {
  await readThrough(home);
  const server = await startThrowawayServer(home, environment);
  const times: number[] = [];
  let startingLate = 0;
  try {
    for (const end = performance.now() + STARTING_MS; performance.now() < end; ) {
      const { milliseconds, late } = await timedRecall(server.url, { query: corpus.question(nextQuestion()), user_id: ASKER });
      times.push(milliseconds);
      if (late) startingLate += 1;
    }
  } finally {
    await server.stop();
  }
  return { starting: latencyOf(times), startingLate };
}
