import { expect, it } from "vitest";

import { latencyOf } from "../speed/latency.ts";
import { serverSections } from "./server-report.ts";

const pair = (idle: number, ingesting: number) => ({ idle: latencyOf([idle]), ingesting: latencyOf([ingesting]) });

it("tells times beside idle, and workers beside the first line; what was not measured has no section", () => {
  const throughput = [1, 2].map((workers) => ({ workers, turns: 4_000, captured: 100 * workers, searchable: 90 * workers }));
  const latency = { size: 10_000, recall: pair(20, 50), acknowledgement: pair(10, 15), late: { idle: 0, ingesting: 2, of: 400 }, turnsPerSecond: 123.4 };
  const sections = serverSections({ latency, throughput, proxied: true });
  expect(sections["server-latency"]![0]!.rows).toEqual([
    ["recall, hybrid", "20 / 20 / 20", "50 / 50 / 50", "2.50 ×", "2.50 ×", "0 of 400", "2 of 400"],
    ["`/ingest`, 2 turns", "10 / 10 / 10", "15 / 15 / 15", "1.50 ×", "1.50 ×", "–", "–"],
  ]);
  expect(sections["server-throughput"]![0]!.rows).toEqual([["1", "4,000", "100", "1.00 ×", "90", "1.00 ×"], ["2", "4,000", "200", "2.00 ×", "180", "2.00 ×"]]);
  expect(Object.keys(serverSections({ latency: null, throughput: [], proxied: false }))).toEqual([]);
});
