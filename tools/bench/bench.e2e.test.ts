import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { findTestModel } from "@memory-cortex/embedding/test-model";
import { afterAll, beforeAll, expect, test } from "vitest";

const model = await findTestModel();
let folder = "";

/** Two invented conversations in LoCoMo's format. */
function conversation(sample: string, [first, second]: readonly [string, string], lines: readonly string[]): unknown {
  const turns = lines.map((text, index) => ({ speaker: index % 2 === 0 ? first : second, dia_id: `D1:${index + 1}`, text }));
  return {
    sample_id: sample,
    conversation: { session_1_date_time: "1:56 pm on 8 May, 2023", session_1: turns },
    qa: lines.filter((_, index) => index % 2 === 0).map((text, index) => ({ question: `Who said: ${text}`, evidence: [`D1:${2 * index + 1}`], category: 4 })),
  };
}

const DATA = [
  conversation("one", ["Ann", "Ben"], ["My kite is red and flies high", "Where did you buy it?", "At the harbour market last Sunday", "I have never been there", "They sell smoked eel as well", "I prefer pretzels"]),
  conversation("two", ["Cleo", "Dan"], ["The roof leaks above the attic stairs", "Call a roofer then", "He wants four hundred francs", "That is a lot of money", "My uncle could mend it for a cake", "Bake him a plum cake"]),
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cortex-bench-test-"));
  await writeFile(join(folder, "locomo.json"), JSON.stringify(DATA));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** On the invented conversations, unless others are named. */
const bench = (...parameters: string[]): Promise<string> => benchIn({}, ...parameters);

async function benchIn(environment: Record<string, string>, ...parameters: string[]): Promise<string> {
  const env = { ...process.env, CORTEX_MODEL_DOWNLOAD: "false", CORTEX_HOME: join(folder, "person"), ...(model === null ? {} : { CORTEX_MODEL_FOLDER: model }), ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), ...parameters, ...(parameters.includes("--data") ? [] : ["--data", folder])], { env });
  return stdout;
}

test("quality measures, compares and writes its sections", async () => {
  const page = join(folder, "page.md");
  const report = JSON.parse(await bench("quality", "--mode", "words", "--all", "--json", "--write", page)) as Record<string, { category?: string; questions?: number; comparison?: string; metrics?: Record<string, { mean: number }>; differences?: Record<string, { mean: number }> }[]>;
  expect(report["rows"]?.find(({ category }) => category === "headline")).toMatchObject({ questions: 6, metrics: { "recall@10": { mean: 100 } } });
  // Without its only leg recall finds nothing, and the comparison says so.
  expect(report["ablation"]?.find(({ comparison }) => comparison === "without words")?.differences?.["recall@10"]?.mean).toBe(-100);
  expect(report["foreign"]).toMatchObject([{ questions: { own: 6, foreign: 6 } }]);
  const written = await readFile(page, "utf8");
  for (const section of ["quality", "quality-categories", "quality-parts", "quality-reliability", "quality-foreign", "quality-crowding"]) expect(written).toContain(`<!-- figures: ${section} -->`);
});

test.skipIf(model === null)("speed with the static model measures every part, and a kept home is not filled again", async () => {
  const measure = (parts: string) => bench("speed", "--sizes", "80", "--queries", "2", "--recalls", "3", "--recalls-at", "80", "--parts", parts, "--home", join(folder, "homes"), "--json");
  const first = JSON.parse(await measure("steady,parallel,overlap,acknowledgement")) as { sizes: Record<string, unknown>[] };
  expect(first.sizes).toMatchObject([{ size: 80, filling: { size: 80 }, steady: { hybrid: { count: 2 } }, parallel: [{ clients: 1 }, { clients: 4 }, { clients: 20 }], overlap: { mean: 1, least: 1 }, acknowledgement: { count: 2 } }]);
  const second = JSON.parse(await measure("long,start,adding")) as { sizes: Record<string, unknown>[] };
  expect(second.sizes).toMatchObject([{ filling: first.sizes[0]?.["filling"], long: { latency: { count: 3 } }, start: { whole: expect.any(Number) as number }, adding: { turns: 80, searchableSeconds: expect.any(Number) as number, capturedSeconds: expect.any(Number) as number } }]);
});

test.skipIf(model === null)("speed with the static model measures nothing in place of a transformer that is not there", async () => {
  const page = join(folder, "transformer.md");
  const speed = ["speed", "--mode", "transformer", "--sizes", "80", "--queries", "2", "--parts", "steady", "--write", page];
  await expect(benchIn({ CORTEX_TRANSFORMER_HOME: folder }, ...speed)).rejects.toThrow("meaning:minilm: no_model; `cortex model use` prepares a model");
  await expect(readFile(page)).rejects.toThrow("ENOENT");
});

test.skipIf(model === null)("fit --check with the static model fails on other conversations than the committed weights were fitted on, and writes nothing", async () => {
  const weights = join(import.meta.dirname, "../../libs/scoring/src/rank/ranker-weights.ts");
  const before = await readFile(weights, "utf8");
  await expect(bench("fit", "--check")).rejects.toThrow("The committed weights are not what the fit gives: run `npm run bench fit`.");
  expect(await readFile(weights, "utf8")).toBe(before);
});

const conversations = process.env["CORTEX_BENCH_DATA"];
if (conversations === undefined) console.warn("SKIPPED: that the committed weights are what the fit gives. Set CORTEX_BENCH_DATA to the folder of the conversations that they were fitted on.");

const transformer = process.env["CORTEX_TRANSFORMER_HOME"];

test.skipIf(model === null || conversations === undefined || transformer === undefined)("fit --check with the static model and with the transformer finds the committed weights to be what the fit gives on the conversations of CORTEX_BENCH_DATA", { timeout: 600_000 }, async () => {
  expect(await bench("fit", "--check", "--data", conversations!)).toMatch(/words and two spaces +linear, cross-validated/u);
});
