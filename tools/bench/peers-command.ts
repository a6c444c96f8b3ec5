import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { Command } from "commander";

import { makeCorpus } from "./corpus.ts";
import { readDatasets } from "./datasets/read-datasets.ts";
import { prepareModelFolder } from "./model-folder.ts";
import { createBarePair } from "./peers/bare-pair.ts";
import { startEmbeddingServer } from "./peers/embedding-server.ts";
import type { EmbeddingServer } from "./peers/embedding-server.ts";
import { comparePeersByQuality, comparePeersBySpeed } from "./peers/measure-peers.ts";
import type { PeerQuality, PeerSpeed } from "./peers/measure-peers.ts";
import { MEM0_NPM, MEM0_PYTHON, openMem0, openMem0Python } from "./peers/mem0.ts";
import { peerSections } from "./peers/peers-report.ts";
import { PeerUnavailable } from "./peers/peer.ts";
import type { Peer } from "./peers/peer.ts";
import { QUALITY_MODES } from "./quality/modes.ts";
import { withQualityServer } from "./quality/quality-server.ts";
import { describeMachine, machineLine } from "./report/machine.ts";
import { renderSections, writeReport } from "./report/write-report.ts";
import { UnusableWish } from "./unusable-wish.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "./throwaway-server.ts";

interface Flags {
  data: string;
  sizes: string;
  queries: string;
  only?: string;
  home?: string;
  python?: boolean;
  quality: boolean;
  speed: boolean;
  json?: boolean;
  write?: string[];
}

export function peersCommand(): Command {
  return new Command("peers")
    .description(`ranking and time beside mem0's open-source package (${MEM0_NPM}, fetched from npm into a folder of its own) and a bare FTS5 + sqlite-vec pair`)
    .requiredOption("--data <folder>", "folder with LoCoMo and BEAM files")
    .option("--sizes <list>", "turns in the stores whose time is taken", "1000,2000,10000")
    .option("--queries <n>", "searches for each figure", "100")
    .option("--only <name>", "only this data set")
    .option("--home <folder>", "keep the installed packages and the filled homes for a later run")
    .option("--python", `also mem0's Python package (${MEM0_PYTHON}, by pip)`)
    .option("--no-quality", "leave out the ranking")
    .option("--no-speed", "leave out the times")
    .option("--json", "print JSON")
    .option("--write <files...>", "also put the tables into the marked sections of Markdown files")
    .addHelpText("after", "\nExample:\n  npm run bench peers -- --data ../conversations --write docs/benchmarks.md")
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const progress = (line: string) => process.stderr.write(`${line}\n`);
  const datasets = (await readDatasets(flags.data)).filter(({ name }) => flags.only === undefined || name.toLowerCase().includes(flags.only.toLowerCase()));
  const folder = await prepareModelFolder(progress);
  if (folder === null) throw new UnusableWish("Without the static model there is nothing to compare with. Set CORTEX_MODEL_FOLDER to a folder that holds it.");
  const machine = await describeMachine(new Date());
  const scratch = await throwawayHome();
  const embedding = await startEmbeddingServer(folder);
  const skipped: string[] = [];
  const peers: Peer[] = [];
  try {
    peers.push(createBarePair(embedding), ...(await openPeers({ flags, scratch, embedding, skipped, progress })));
    const compared = { peers, embedding, progress };
    const mode = QUALITY_MODES.find(({ name }) => name === "hybrid")!;
    const kept = flags.home === undefined ? null : join(flags.home, "quality");
    const quality: PeerQuality[] = flags.quality ? await withQualityServer({ mode, home: kept, commit: machine.commit, progress }, (server) => comparePeersByQuality(server, datasets, compared)) : [];
    const speed: PeerSpeed[] = flags.speed ? await compareSpeed(join(scratch, "speed"), { sizes: flags.sizes.split(",").map(Number), queries: Number(flags.queries), corpus: makeCorpus(datasets), commit: machine.commit }, compared) : [];
    const sections = peerSections(quality, speed);
    process.stdout.write(`${flags.json === true ? JSON.stringify({ machine, quality, speed, skipped }) : renderSections(sections)}\n`);
    if (flags.write !== undefined) await writeReport(flags.write, { sections, footer: [...skipped.map((line) => `Not measured: ${line}.`), machineLine(machine)].join(" ") });
  } finally {
    for (const peer of peers) await peer.close();
    await embedding.close();
    await removeHome(scratch);
  }
}

async function compareSpeed(home: string, ...[wish, compared]: [Parameters<typeof comparePeersBySpeed>[1], Parameters<typeof comparePeersBySpeed>[2]]): Promise<PeerSpeed[]> {
  await mkdir(home, { recursive: true });
  const server = await startThrowawayServer(home, {});
  try {
    return await comparePeersBySpeed(server, wish, compared);
  } finally {
    await server.stop();
  }
}

interface Opening {
  flags: Flags;
  scratch: string;
  embedding: EmbeddingServer;
  skipped: string[];
  progress: (line: string) => void;
}

/** What cannot be had is named and left out. */
async function openPeers({ flags, scratch, embedding, skipped, progress }: Opening): Promise<Peer[]> {
  const openings = [{ name: `mem0ai@${MEM0_NPM}`, open: openMem0 }, ...(flags.python === true ? [{ name: `mem0ai==${MEM0_PYTHON}`, open: openMem0Python }] : [])];
  const peers: Peer[] = [];
  for (const { name, open } of openings) {
    const data = join(scratch, name.replaceAll(/[^a-z0-9]/giu, "-"));
    await mkdir(data, { recursive: true });
    try {
      const peer = await open({ installed: flags.home ?? scratch, data, embedding, progress });
      await peer.reset();
      peers.push(peer);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      skipped.push(`${name} (${error.message})`);
      progress(`\nSKIPPED: ${name} – ${error.message}\n`);
    }
  }
  return peers;
}
