import { cp, rm, statfs } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";

import { realmFileName } from "@memory-cortex/store-sqlite";

import { needLegs } from "../quality/need-legs.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "../throwaway-server.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import { measureAcknowledgements } from "./acknowledgement.ts";
import { measureAdding } from "./adding.ts";
import type { AddingFigures } from "./adding.ts";
import { fill, USER } from "./filled-home.ts";
import type { Filling } from "./filled-home.ts";
import { measureFirstRecall } from "./first-recall.ts";
import type { FirstRecallFigures } from "./first-recall.ts";
import { folderBytes } from "./folder-bytes.ts";
import type { GrowthFigures } from "./growth.ts";
import type { Latency } from "./latency.ts";
import { measureOtherUser } from "./other-user.ts";
import type { OtherUserFigures } from "./other-user.ts";
import { measureOverlap } from "./overlap.ts";
import type { OverlapFigures } from "./overlap.ts";
import { measureParallel } from "./parallel.ts";
import type { ParallelFigures } from "./parallel.ts";
import { readThrough } from "./read-through.ts";
import type { SizeWish } from "./size-wish.ts";
import { measureSteady } from "./steady.ts";
import type { SteadyFigures } from "./steady.ts";
import { measureUnderIngest } from "./under-ingest.ts";
import type { UnderIngestFigures } from "./under-ingest.ts";

/** Parts of a run, each of which can be measured alone. */
export const SPEED_PARTS = ["steady", "parallel", "ingest", "long", "start", "overlap", "acknowledgement", "adding", "other-user", "growth"] as const;
export type SpeedPart = (typeof SPEED_PARTS)[number];

export interface SizeFigures {
  size: number;
  filling: Filling;
  homeBytes: number;
  resident: { afterRecalls: number | null; peak: number | null };
  steady?: SteadyFigures;
  parallel?: ParallelFigures[];
  ingestByAnother?: UnderIngestFigures;
  ingestBySame?: UnderIngestFigures;
  long?: ParallelFigures;
  start?: FirstRecallFigures;
  overlap?: OverlapFigures | null;
  acknowledgement?: Latency;
  /** One sync of the disk, measured between the acknowledgements. */
  diskSync?: Latency;
  adding?: AddingFigures;
  otherUser?: OtherUserFigures;
  /** This size beside a smaller one. */
  growth?: GrowthFigures;
}

export interface MeasureSize {
  wish: SizeWish;
  home: string;
  parts: ReadonlySet<SpeedPart>;
  /** Recalls of the long run; 0 for none at this size. */
  longRecalls: number;
  modelFolder: string | null;
}

const CLIENTS = [1, 4, 20];
const WRITER = "bench-writer";

/** Everything about one size; the home stays filled and as it was. */
export async function measureSize(options: MeasureSize): Promise<SizeFigures> {
  const { wish, home, parts, modelFolder } = options;
  const figures = await withServer({ home, wish }, (server) => onRunningServer(server, options));
  await removeRealm(home, WRITER);
  const say = (what: string) => wish.progress(`${wish.size} turns: ${what}`);
  if (parts.has("start")) {
    say("start until the first recall");
    figures.start = await measureFirstRecall(home, wish);
  }
  if (parts.has("overlap")) {
    say("nearest neighbours against an exact scan");
    figures.overlap = await measureOverlap(home, modelFolder, wish);
  }
  if (parts.has("other-user")) {
    say("another user beside");
    figures.otherUser = await measureOtherUser(home, wish);
  }
  if (parts.has("acknowledgement") || parts.has("adding") || parts.has("ingest")) await onCopy(figures, options);
  return figures;
}

async function onRunningServer(server: ThrowawayServer, { wish, home, parts, longRecalls }: MeasureSize): Promise<SizeFigures> {
  const say = (what: string) => wish.progress(`${wish.size} turns: ${what}`);
  say("filling");
  const filling = await fill(server, wish);
  await needLegs(server.url, USER, wish.embedders);
  const figures: SizeFigures = { size: wish.size, filling, homeBytes: await folderBytes(join(home, "realms")), resident: { afterRecalls: null, peak: null } };
  await readThrough(home);
  if (parts.has("steady")) {
    say("recall, one client");
    figures.steady = await measureSteady(server.url, home, wish);
  }
  if (parts.has("parallel")) {
    figures.parallel = [];
    for (const clients of CLIENTS) {
      say(`recall, clients in parallel: ${clients}`);
      figures.parallel.push(await measureParallel(server.url, clients, wish));
    }
  }
  if (parts.has("long") && longRecalls > 0) {
    say(`${longRecalls} recalls`);
    await readThrough(home);
    figures.long = await measureParallel(server.url, 1, { ...wish, queries: longRecalls });
  }
  figures.resident = { afterRecalls: await server.residentBytes(), peak: await server.peakResidentBytes() };
  if (parts.has("ingest")) {
    say("recall while another user's turns come in");
    await readThrough(home);
    figures.ingestByAnother = await measureUnderIngest(server.url, WRITER, wish);
  }
  return figures;
}

/** What adds turns to the realm happens in a copy. */
async function onCopy(figures: SizeFigures, { wish, home, parts }: MeasureSize): Promise<void> {
  const copy = await throwawayHome();
  try {
    const { bavail, bsize } = await statfs(copy);
    if (bavail * bsize < 3 * figures.homeBytes) {
      wish.progress(`SKIPPED: acknowledgements, adding and ingest into the same realm at ${wish.size} turns – not enough room for a copy of the home`);
      return;
    }
    await cp(home, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await withServer({ home: copy, wish }, async (server) => {
      const say = (what: string) => wish.progress(`${wish.size} turns: ${what}`);
      if (parts.has("acknowledgement")) {
        say("acknowledgements");
        Object.assign(figures, await measureAcknowledgements(server, wish));
      }
      if (parts.has("adding")) {
        say("turns added until they are searchable");
        figures.adding = await measureAdding(server, wish);
      }
      if (!parts.has("ingest")) return;
      say("recall while the same user's turns come in");
      await readThrough(copy);
      figures.ingestBySame = await measureUnderIngest(server.url, USER, wish);
    });
  } finally {
    await removeHome(copy);
  }
}

async function withServer<Result>({ home, wish }: Pick<MeasureSize, "home" | "wish">, work: (server: ThrowawayServer) => Promise<Result>): Promise<Result> {
  const server = await startThrowawayServer(home, wish.environment);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function removeRealm(home: string, user: string): Promise<void> {
  await Promise.all(["", "-wal", "-shm"].map((suffix) => rm(join(home, "realms", `${realmFileName(user)}${suffix}`), { force: true })));
}
