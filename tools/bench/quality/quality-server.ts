import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { startBoltServer } from "../bolt/bolt-server.ts";
import type { BenchStore } from "../bolt/bolt-server.ts";
import type { BenchConversation, Dataset } from "../datasets/dataset.ts";
import { feed } from "../feed.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "../throwaway-server.ts";
import { slugOf } from "./modes.ts";
import type { QualityMode } from "./modes.ts";
import { ModeUnavailable, needLegs } from "./need-legs.ts";

export interface QualityServer {
  url: string;
  /** Feeds a conversation into a realm of its own, unless a kept home holds it already. */
  fill(userId: string, conversation: BenchConversation): Promise<void>;
}

export interface ServerWish {
  mode: QualityMode;
  /** Folder that keeps filled homes for later runs; null: thrown away afterwards. */
  home: string | null;
  /** Where the service keeps its data; the default is the product's. */
  store?: BenchStore | undefined;
  /** Of the checkout that fills; a kept home filled by another one is named. */
  commit: string;
  progress: (line: string) => void;
}

interface Filled {
  commit: string;
  users: string[];
}

/** Starts the service for a mode, lets `work` use it, and stops it. Throws {@link ModeUnavailable} when a leg of the mode does not serve. */
export async function withQualityServer<Result>(wish: ServerWish, work: (server: QualityServer) => Promise<Result>): Promise<Result> {
  const { mode, home: kept } = wish;
  const home = kept === null ? await throwawayHome() : join(kept, slugOf(mode));
  await mkdir(home, { recursive: true });
  const start = wish.store === "bolt" ? startBoltServer : startThrowawayServer;
  const server = await start(home, mode.environment).catch((error: unknown) => {
    if (mode.embedders.length < 2) throw error;
    throw new ModeUnavailable(error instanceof Error ? error.message.trim() : String(error));
  });
  try {
    const filled = await readFilled(wish, home);
    return await work({
      url: server.url,
      async fill(userId, conversation) {
        if (filled.users.includes(userId)) return;
        wish.progress(`${mode.name}: feeding ${userId}, ${conversation.turns.length} turns`);
        await feed(server.url, userId, conversation);
        await needLegs(server.url, userId, mode.embedders);
        filled.users.push(userId);
        await writeFile(join(home, FILLED), JSON.stringify(filled));
      },
    });
  } finally {
    await server.stop();
    if (kept === null) await removeHome(home);
  }
}

const FILLED = "bench-filled.json";

async function readFilled({ commit, mode, progress }: ServerWish, home: string): Promise<Filled> {
  const text = await readFile(join(home, FILLED), "utf8").catch(() => null);
  if (text === null) return { commit, users: [] };
  const filled = JSON.parse(text) as Filled;
  if (filled.commit !== commit) progress(`${mode.name}: ${home} was filled by commit ${filled.commit}; what is derived at write (terms, memories, vectors) is of then`);
  return filled;
}

/** A small realm tells whether a mode can be measured, before the long feeding. */
export function probeOf(datasets: readonly Dataset[]): BenchConversation | null {
  const [first] = datasets.flatMap(({ conversations }) => conversations);
  return first === undefined ? null : { ...first, turns: first.turns.slice(0, 10) };
}
