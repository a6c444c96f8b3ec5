import { COMPARED, differenceCell } from "../quality/ablation.ts";
import type { ReportTable } from "../report/report.ts";
import type { Sections } from "../report/write-report.ts";
import { latencyCell } from "../speed/latency.ts";
import { OURS } from "./measure-peers.ts";
import type { PeerQuality, PeerSpeed } from "./measure-peers.ts";

export function peerSections(quality: readonly PeerQuality[], speed: readonly PeerSpeed[]): Sections {
  return { ...(quality.length > 0 ? { "peers-quality": [qualityTable(quality)] } : {}), ...(speed.length > 0 ? { "peers-speed": [speedTable(speed)] } : {}) };
}

function qualityTable(rows: readonly PeerQuality[]): ReportTable {
  return {
    title: "Ranking beside others",
    note: "The same headline questions, the same vectors, no language model, each conversation in a store of its own. Points of 100; ours minus theirs with the 95 % paired interval, * where it leaves zero on one side.",
    header: ["data", "system", "questions", ...COMPARED, ...COMPARED.map((metric) => `ours − theirs: ${metric}`)],
    rows: rows.map(({ dataset, system, questions, metrics, ahead }) => [
      dataset, system, String(questions), ...COMPARED.map((metric) => metrics[metric].toFixed(1)), ...COMPARED.map((metric) => (ahead === null ? "" : differenceCell(ahead[metric]))),
    ]),
    textColumns: 2,
  };
}

/** mem0 may be no faster than this many times our time. */
const TIMES_FASTER = 10;
const GOAL_SIZE = 10_000;

const verdict = (ratio: number): string => (ratio >= TIMES_FASTER ? "met" : "missed");

function speedTable(rows: readonly PeerSpeed[]): ReportTable {
  const own = (size: number) => rows.find((row) => row.size === size && row.system === OURS);
  return {
    title: "Time beside others",
    note: `One search for ten, milliseconds, p50 / p95 / p99 with the question's embedding, asked the same questions in blocks of 25 that take turns. Ours over HTTP with the receipt; the others called in their own process. Goal: mem0 ≥ ${TIMES_FASTER} × our time at 10,000, p50 / p95.`,
    header: ["turns", "system", "ms", "p50 ÷ ours", "p95 ÷ ours", "goal", "turns/s until searchable"],
    rows: rows.map(({ size, system, latency, addedPerSecond }) => {
      const base = own(size)?.latency;
      const ratio = (percentile: "p50" | "p95") => (base === undefined ? NaN : latency[percentile] / base[percentile]);
      const judged = system.startsWith("mem0") && size === GOAL_SIZE;
      return [
        size.toLocaleString("en"), system, latencyCell(latency), system === OURS ? "" : `${ratio("p50").toFixed(1)} ×`, system === OURS ? "" : `${ratio("p95").toFixed(1)} ×`,
        judged ? `${verdict(ratio("p50"))} / ${verdict(ratio("p95"))}` : "", addedPerSecond?.toFixed(0) ?? "–",
      ];
    }),
    textColumns: 2,
  };
}
