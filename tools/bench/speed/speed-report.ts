import type { ReportTable } from "../report/report.ts";
import type { Sections } from "../report/write-report.ts";
import { goalsOf, transformerGoals } from "./goals.ts";
import type { GrowthFigures } from "./growth.ts";
import type { Goal } from "./goals.ts";
import { latencyCell, millisecondsCell } from "./latency.ts";
import type { Latency } from "./latency.ts";
import type { SizeFigures } from "./measure-size.ts";
import { DEADLINE_MS } from "./parallel.ts";

/** Marked sections of what was measured. */
export function speedSections(sizes: readonly SizeFigures[]): Sections {
  const growth = sizes.at(-1)?.growth;
  return {
    speed: [latencyTable(sizes)],
    "speed-goals": [goalTable(goalsOf(sizes))],
    ...(sizes.some(({ parallel, long }) => parallel !== undefined || long !== undefined) ? { "speed-parallel": [parallelTable(sizes)] } : {}),
    ...(sizes.some(({ ingestByAnother, ingestBySame }) => ingestByAnother ?? ingestBySame) ? { "speed-ingest": [ingestTable(sizes)] } : {}),
    "speed-growth": [sizeTable(sizes), ...(growth === undefined ? [] : [growthTable(growth)])],
    ...(sizes.some(({ filling, adding }) => filling.account !== null || adding !== undefined) ? { "speed-filling": [fillingTable(sizes)] } : {}),
  };
}

/** The same with a transformer beside the static vectors: what differs. */
export function transformerSections(sizes: readonly SizeFigures[]): Sections {
  const filling = sizes.some((figures) => figures.filling.account !== null || figures.adding !== undefined) ? [fillingTable(sizes)] : [];
  return { "speed-transformer": [latencyTable(sizes), goalTable(transformerGoals(sizes)), ...filling].map((entry) => ({ ...entry, title: `${entry.title}, with a transformer` })) };
}

function goalTable(goals: readonly Goal[]): ReportTable {
  const rows = goals.map(({ name, limit, figure, met }) => [name, limit, figure, met === null ? "–" : met ? "met" : "missed"]);
  return { title: "Goals of speed", header: ["what", "goal", "measured", ""], rows, textColumns: 1 };
}

function latencyTable(sizes: readonly SizeFigures[]): ReportTable {
  const row = (name: string, cell: (figures: SizeFigures) => string | undefined) => [name, ...sizes.map((figures) => cell(figures) ?? "–")];
  const steady = (name: string, value: (figures: NonNullable<SizeFigures["steady"]>) => Latency | null) =>
    row(name, (figures) => {
      const found = figures.steady === undefined ? null : value(figures.steady);
      return found === null ? undefined : latencyCell(found);
    });
  return {
    title: "Time of one recall by turns of the user",
    note: "Milliseconds, p50 / p95 / p99. Over HTTP with the receipt, one client, the product's default deadline, no question asked twice; the bare queries run on the same file in the same loop, without HTTP and without ranking. Real text, repeated with words exchanged and new names coined.",
    header: ["", ...sizes.map(({ size }) => size.toLocaleString("en"))],
    rows: [
      steady("recall, words only", ({ words }) => words),
      steady("recall, hybrid", ({ hybrid }) => hybrid),
      steady("of it the question's own embedding", ({ embedding }) => embedding),
      steady("the same for a repeated question", ({ embeddingRepeated }) => embeddingRepeated),
      steady("bare FTS5 query", ({ bareWords }) => bareWords),
      steady("bare sqlite-vec scan", ({ bareMeaning }) => bareMeaning),
      row("hybrid recall ÷ both bare queries, p50 / p95", ({ steady: found }) => (found?.bareMeaning ? bareRatio(found.hybrid, [found.bareWords, found.bareMeaning]) : undefined)),
      row("`/ingest` acknowledgement, 2 turns", ({ acknowledgement }) => (acknowledgement === undefined ? undefined : latencyCell(acknowledgement))),
      row("one sync of the disk, in turn with these", ({ diskSync }) => (diskSync === undefined ? undefined : latencyCell(diskSync))),
      row("late answers", ({ steady: found }) => (found === undefined ? undefined : String(found.late))),
    ],
    textColumns: 1,
  };
}

const bareRatio = (own: Latency, [words, meaning]: readonly [Latency, Latency]): string => `${times(own.p50, words.p50 + meaning.p50)} / ${times(own.p95, words.p95 + meaning.p95)}`;
const times = (value: number, base: number): string => `${(value / base).toFixed(2)} ×`;

function parallelTable(sizes: readonly SizeFigures[]): ReportTable {
  const rows = sizes.flatMap(({ size, parallel = [], long }) => [...parallel, ...(long === undefined ? [] : [long])].map((figures) => [
    size.toLocaleString("en"), String(figures.clients), String(figures.latency.count), latencyCell(figures.latency), millisecondsCell(figures.latency.max), figures.perSecond.toFixed(0), String(figures.overDeadline), String(figures.late),
  ]));
  return { title: "Clients in parallel, and many recalls", note: "Milliseconds, p50 / p95 / p99, hybrid; each client asks its next question when it has the answer.", header: ["turns", "clients", "recalls", "ms", "longest", "recalls/s", `over ${DEADLINE_MS} ms`, "late parts"], rows, textColumns: 0 };
}

function ingestTable(sizes: readonly SizeFigures[]): ReportTable {
  const rows = sizes.flatMap(({ size, ingestByAnother, ingestBySame }) =>
    [{ who: "another user", figures: ingestByAnother }, { who: "the same user", figures: ingestBySame }].flatMap(({ who, figures }) =>
      figures === undefined ? [] : [[size.toLocaleString("en"), who, latencyCell(figures.idle), latencyCell(figures.ingesting), times(figures.ingesting.p95, figures.idle.p95), figures.turnsPerSecond.toFixed(0), String(figures.late)]],
    ),
  );
  return { title: "Recall while turns come in", note: "Milliseconds, p50 / p95 / p99, hybrid: idle, and while two senders push turns of the named user as fast as they are taken, with capture at once; the two in turn, eight times.", header: ["turns", "turns come in for", "idle", "under ingest", "p95 ÷ idle", "turns/s meanwhile", "late"], rows, textColumns: 2 };
}

const megabytes = (bytes: number | null): string => (bytes === null ? "–" : (bytes / 1e6).toFixed(0));

function sizeTable(sizes: readonly SizeFigures[]): ReportTable {
  const rows = sizes.map(({ size, homeBytes, resident, start, overlap, otherUser }) => [
    size.toLocaleString("en"), megabytes(homeBytes), megabytes(resident.afterRecalls), megabytes(resident.peak),
    start === undefined ? "–" : `${start.listening.toFixed(1)} / ${start.answered.toFixed(1)} / ${start.whole?.toFixed(1) ?? "never"}`,
    overlap == null ? "–" : `${overlap.mean.toFixed(3)} (least ${overlap.least.toFixed(2)})`,
    otherUser === undefined ? "–" : `${times(otherUser.beside.p50, otherUser.alone.p50)} / ${times(otherUser.beside.p95, otherUser.alone.p95)}`,
    otherUser === undefined ? "–" : `${times(otherUser.starting.p50, otherUser.alone.p50)} / ${times(otherUser.starting.p95, otherUser.alone.p95)} (${otherUser.startingLate})`,
    otherUser === undefined ? "–" : `${otherUser.different} of ${otherUser.questions}`,
  ]);
  return {
    title: "Size and growth",
    note: "Memory of the process after the recalls and at its most. Start: seconds until it listens / first answer / first answer that lacks nothing. Overlap: share of the exact 50 nearest that the store's search gives. The other user: recall of a user with 1,000 turns beside this one ÷ in a home of their own (p50 / p95), the same in the first two seconds after a start, while this one is read into memory (how many answers left a part out), and how many of their answers differ.",
    header: ["turns", "MB on disk", "MB resident", "peak", "start, s", "overlap", "beside this user", "at the start", "answers that differ"],
    rows,
    textColumns: 0,
  };
}

function growthTable({ small, large }: GrowthFigures): ReportTable {
  return {
    title: "Growth",
    note: "Milliseconds, p50 / p95 / p99, hybrid; the same questions to both, two services side by side, asked in turn.",
    header: ["turns", "recall", "p95 ÷ small"],
    rows: [small, large].map(({ size, latency }) => [size.toLocaleString("en"), latencyCell(latency), times(latency.p95, small.latency.p95)]),
    textColumns: 0,
  };
}

function fillingTable(sizes: readonly SizeFigures[]): ReportTable {
  const runs = sizes.flatMap(({ size, filling, adding }) => [
    ...(filling.account === null ? [] : [{ ...filling, name: `${size.toLocaleString("en")} from nothing`, turns: size }]),
    ...(adding === undefined ? [] : [{ ...adding, name: `${adding.turns.toLocaleString("en")} more at ${size.toLocaleString("en")}` }]),
  ]);
  const parts = [...new Set(runs.flatMap(({ account }) => Object.keys(account?.parts ?? {})))];
  const rate = (turns: number, seconds: number | null) => (seconds === null ? "–" : (turns / seconds).toFixed(0));
  const rows = runs.map(({ name, turns, acknowledgedSeconds, searchableSeconds, capturedSeconds, account }) => [
    name, rate(turns, acknowledgedSeconds), rate(turns, searchableSeconds), rate(turns, capturedSeconds), capturedSeconds?.toFixed(1) ?? "–",
    ...parts.map((part) => (account?.parts[part] ?? 0).toFixed(1)),
    account?.threads?.slice(0, 5).map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`).join(", ") ?? "–",
  ]);
  return {
    title: "From ingest to searchable by meaning, and where the time goes",
    note: "Turns a second until acknowledged (searchable by words then), until searchable by meaning, and until memories were made of them as well, counted from the first request. Then seconds until all of that, inside requests, jobs and the model (they overlap), of the processor, and of the busiest threads.",
    header: ["turns", "acknowledged/s", "searchable/s", "captured/s", "seconds", ...parts, "threads, processor seconds"],
    rows,
    textColumns: 1,
  };
}
