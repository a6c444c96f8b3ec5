import { expect, test } from "vitest";

import { goalsOf } from "./goals.ts";
import type { UnderIngestFigures } from "./under-ingest.ts";
import { merged } from "./kept-figures.ts";
import { latencyOf } from "./latency.ts";
import type { SizeFigures } from "./measure-size.ts";
import type { SteadyFigures } from "./steady.ts";

const at = (milliseconds: number) => latencyOf([milliseconds]);
const filling = { size: 100_000, commit: "c", acknowledgedSeconds: 50, searchableSeconds: 80, capturedSeconds: 110, account: { parts: {}, threads: null } };
const steady: SteadyFigures = { words: at(9), hybrid: at(31), hybridBeyondEmbedding: at(30), embedding: at(0.2), embeddingRepeated: at(0), bareWords: at(25), bareMeaning: null, late: 0 };
const big: SizeFigures = { size: 100_000, filling, homeBytes: 1, resident: { afterRecalls: 500e6, peak: 600e6 }, steady };
const goal = (name: string, sizes: SizeFigures[]) => goalsOf(sizes).find((entry) => entry.name.startsWith(name));

test("a goal is met, missed, or was not measured", () => {
  expect(goal("words only", [big])).toMatchObject({ limit: "≤ 10 ms", figure: "9 ms", met: true });
  expect(goal("hybrid", [big])).toMatchObject({ figure: "30 ms", met: false });
  expect(goal("ingest to searchable", [big])).toMatchObject({ figure: "1250 turns/s", met: true });
  expect(goal("ingest to searchable", [{ ...big, adding: { turns: 10_000, acknowledgedSeconds: 4, searchableSeconds: 20, capturedSeconds: 25, account: { parts: {}, threads: null } } }])).toMatchObject({ figure: "500 turns/s", met: false });
  expect(goal("/ingest acknowledgement beyond", [{ ...big, acknowledgement: at(14), diskSync: at(6) }])).toMatchObject({ figure: "8 ms", met: true });
  expect(goal("resident memory at 1 M", [big])).toMatchObject({ figure: "not measured", met: null });
  expect(goal("words only", [{ ...big, size: 10_000 }])).toMatchObject({ met: null });
});

test("growth is judged between ten thousand and a million, measured side by side", () => {
  const growth = (size: number) => ({ small: { size: 10_000, latency: at(10) }, large: { size, latency: at(28) } });
  const huge = { ...big, size: 1_000_000 };
  expect(goal("p95 at 1 M", [big, { ...huge, growth: growth(1_000_000) }])).toMatchObject({ figure: "2.8 ×", met: true });
  expect(goal("p95 at 1 M", [{ ...big, growth: growth(100_000) }])).toMatchObject({ met: null });
});

test("the pace under ingest is judged by the ratio of the same run", () => {
  const underIngest: UnderIngestFigures = { idle: at(10), ingesting: at(25), turnsPerSecond: 900, late: 0 };
  expect(goal("recall p95 under full ingest of the same user", [{ ...big, ingestBySame: underIngest }])).toMatchObject({ figure: "2.5 ×", met: false });
});

test("ten thousand recalls are ten thousand, not fewer", () => {
  const long = (count: number) => ({ clients: 1, latency: { ...at(5), count }, perSecond: 100, overDeadline: 0, late: 0 });
  expect(goal("recalls over", [{ ...big, long: long(9_999) }])).toMatchObject({ met: null });
  expect(goal("recalls over", [{ ...big, long: long(10_000) }])).toMatchObject({ figure: "0", met: true });
});

test("parts measured before stay beside those measured now", () => {
  const unfilled = { ...filling, acknowledgedSeconds: null, searchableSeconds: null, capturedSeconds: null, account: null };
  const { steady: _, ...later } = { ...big, filling: unfilled, resident: { afterRecalls: 100e6, peak: 100e6 }, acknowledgement: at(6) };
  expect(merged(big, later)).toMatchObject({ steady, acknowledgement: { p95: 6 }, filling: { searchableSeconds: 80 }, resident: { afterRecalls: 500e6 } });
  const again = { ...big, steady: { ...steady, words: at(4) }, resident: { afterRecalls: 450e6, peak: 600e6 } };
  expect(merged(big, again)).toMatchObject({ steady: { words: { p95: 4 } }, resident: { afterRecalls: 450e6 } });
});
