import type { ReportTable } from "../report/report.ts";
import type { Sections } from "../report/write-report.ts";
import { latencyCell } from "../speed/latency.ts";
import type { LatencyFigures, Pair } from "./measure-latency.ts";
import type { ThroughputFigures } from "./measure-throughput.ts";

export interface ServerFigures {
  latency: LatencyFigures | null;
  throughput: ThroughputFigures[];
  /** Whether the proxy stood in front. */
  proxied: boolean;
}

const times = (value: number, base: number): string => `${(value / base).toFixed(2)} ×`;

/** Marked sections of what was measured. */
export function serverSections({ latency, throughput, proxied }: ServerFigures): Sections {
  return {
    ...(latency === null ? {} : { "server-latency": [latencyTable(latency, proxied)] }),
    ...(throughput.length === 0 ? {} : { "server-throughput": [throughputTable(throughput)] }),
  };
}

function latencyTable({ size, recall, acknowledgement, late, turnsPerSecond }: LatencyFigures, proxied: boolean): ReportTable {
  const row = (name: string, { idle, ingesting }: Pair, lateCells: [string, string]): string[] => [name, latencyCell(idle), latencyCell(ingesting), times(ingesting.p50, idle.p50), times(ingesting.p95, idle.p95), ...lateCells];
  return {
    title: `Recall and acknowledgement over the server shape, ${size.toLocaleString("en")} turns`,
    note: `Milliseconds, p50 / p95 / p99, one client, ${proxied ? "through the proxy" : "without the proxy"}, the product's default deadline: idle, and while two clients send turns of another user as fast as they are taken (${turnsPerSecond.toFixed(0)} turns a second), with capture at once; the two in turn, four times. The store is Neo4j. All processes, the databases and the clients share the machine.`,
    header: ["", "idle", "under full ingest", "p50 ÷ idle", "p95 ÷ idle", "late, idle", "late, under ingest"],
    rows: [row("recall, hybrid", recall, [`${late.idle} of ${late.of}`, `${late.ingesting} of ${late.of}`]), row("`/ingest`, 2 turns", acknowledgement, ["–", "–"])],
    textColumns: 1,
  };
}

function throughputTable(figures: readonly ThroughputFigures[]): ReportTable {
  const [first] = figures;
  return {
    title: "Turns captured by workers",
    note: "A backlog of eight users is worked off: turns a second until captured by rules, and until they have vectors too; the mean of two runs. Divided by what the first line does.",
    header: ["workers", "turns", "captured/s", "÷ first", "with vectors/s", "÷ first"],
    rows: figures.map(({ workers, turns, captured, searchable }) => [String(workers), turns.toLocaleString("en"), captured.toFixed(0), times(captured, first!.captured), searchable.toFixed(0), times(searchable, first!.searchable)]),
    textColumns: 0,
  };
}
