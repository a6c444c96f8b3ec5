import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { evaluateSet, feedSet, fileOf, tableOf, underFloors } from "./hand-made-set.ts";
import type { Evaluated, Floors } from "./hand-made-set.ts";

/** One question of a kind is 9 to 20 points. */
const FLOORS: Floors = {
  easy: [90, 80],
  paraphrase: [60, 38],
  number: [85, 55],
  negation: [80, 68],
  time: [55, 50],
  changed: [85, 68],
  multi: [65, 50],
  identifier: [100, 90],
};
const FLOOR_OF_ALL = { "recall@10": 0.86, "ndcg@10": 0.7 };
const LEAST_RECOGNISED = 5;
const MOST_WRONGLY = 4;

const folder = await testModelFolder();
let remove: () => Promise<void>;
let service: Service;

beforeAll(async () => {
  const made = await throwawayHome();
  remove = made.remove;
  service = await startService(made.home, folder === null ? { CORTEX_EMBEDDERS: "[]" } : { CORTEX_MODEL_FOLDER: folder });
  await feedSet(service, "golden", "ann");
});

afterAll(async () => {
  await service.stop();
  await remove();
});

describe("the golden set", () => {
  it.skipIf(folder === null)("is answered no worse than the floors, kind by kind", async () => {
    const evaluated = await evaluateSet(service, "golden", "ann");
    const under = underFloors(evaluated.kinds, FLOORS);
    for (const [metric, floor] of Object.entries(FLOOR_OF_ALL)) {
      const reached = evaluated.all.metrics[metric as keyof typeof FLOOR_OF_ALL];
      if (reached < floor) under.push(`all: ${metric} ${reached.toFixed(3)}, floor ${floor}`);
    }
    const { recognised, wrongly } = evaluated.none;
    if (recognised < LEAST_RECOGNISED || wrongly > MOST_WRONGLY) under.push(`none: ${recognised} recognised, ${wrongly} wrongly`);
    expect(under, await tableOf(service, "golden", "ann")).toEqual([]);
    expect(evaluated.questions.filter(({ degraded }) => degraded.length > 0)).toEqual([]);
  });
});

describe("cortex eval", () => {
  it("shows the figures, the misses and how to look into them", async () => {
    const { code, stdout } = await service.run("eval", fileOf("golden", "questions.jsonl"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^all \(65\)( +\d+\.\d){6}$/m);
    expect(stdout).toMatch(/recognised for \d+ of 10 questions/);
    expect(stdout).toMatch(/cortex explain '.*' --asked-at \S+ --why \S+/);
    for (const line of stdout.split("\n").filter((each) => !each.includes("cortex explain"))) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it("compares with another configuration, question by question", async () => {
    const { stdout } = await service.run("eval", fileOf("golden", "questions.jsonl"), "--against", "without=words", "--json");
    const { against, all } = JSON.parse(stdout) as Evaluated & { against: Evaluated & { compared: { metrics: Record<string, { difference: number; p: number; wins: number; losses: number; ties: number }>; better: string[] } } };
    const { difference, p, wins, losses, ties } = against.compared.metrics["ndcg@10"]!;
    expect(difference).toBeCloseTo(all.metrics["ndcg@10"] - against.all.metrics["ndcg@10"], 10);
    expect(difference).toBeGreaterThan(0.05);
    expect(p).toBeLessThan(0.05);
    expect(wins + losses + ties).toBe(65);
    expect(against.compared.better.length).toBe(wins);
    const shown = await service.run("eval", fileOf("golden", "questions.jsonl"), "--against", "without=words");
    expect(shown.stdout).toMatch(/^nDCG@10 +\d+\.\d +\d+\.\d +\+\d+\.\d +\+\d+\.\d … \+\d+\.\d +0\.\d{3} +\d+\/\d+\/\d+$/m);
    expect(shown.stdout).toContain("Better with this");
  });

  it("finds the same configuration equal", async () => {
    const { stdout } = await service.run("eval", fileOf("golden", "questions.jsonl"), "--against", `url=${service.url}`, "--json");
    const { against } = JSON.parse(stdout) as { against: { compared: { metrics: Record<string, { difference: number; p: number; ties: number }> } } };
    expect(against.compared.metrics["ndcg@10"]).toMatchObject({ difference: 0, p: 1, ties: 65 });
  });

  it("leaves no trace in access counts", async () => {
    const memories = async () => (await service.get<{ memories: { access_count?: number }[] }>("/v1/memories?user_id=ann&limit=100")).memories;
    const counts = (await memories()).map(({ access_count }) => access_count);
    expect(counts.length).toBeGreaterThan(0);
    expect(new Set(counts)).toEqual(new Set([0]));
  });

  it("ends with 1 under a floor, and with 2 for a broken file, with its line", async () => {
    const golden = fileOf("golden", "questions.jsonl");
    expect(await service.run("eval", golden, "--fail-under", "recall@10=.1")).toMatchObject({ code: 0 });
    expect(await service.run("eval", golden, "--fail-under", "recall@10=.1", "--fail-under", "hit@1=100%")).toMatchObject({ code: 1, stderr: expect.stringContaining("hit@1 is 0.") });
    const broken = join(service.home, "broken.jsonl");
    await writeFile(broken, '{"question": "a key?", "ids": ["1"]}\n{"question": "no answer"}\n');
    expect(await service.run("eval", broken)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("line 2") });
    expect(await service.run("eval", join(service.home, "not-there.jsonl"))).toMatchObject({ code: 2, stderr: expect.stringContaining("ENOENT") });
    expect(await service.run("eval", golden, "--against", "speed=high")).toMatchObject({ code: 2 });
  });
});
