import { readFile, writeFile } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTestModel } from "../../test/test-model.ts";
import { tinyTokenizer, writeTinyModel } from "../../test/tiny-model.ts";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createEmbedder } from "../create-embedder.ts";
import type { Embedder } from "../embedder.ts";
import { emptyWeighting, sumWeighting } from "../weighting.ts";
import { BpeTokenizer } from "./bpe-tokenizer.ts";
import { createStaticEmbedder } from "./static-embedder.ts";
import { readTokenizerModel } from "./tokenizer-model.ts";

const model = await findTestModel();
const fixture = join(import.meta.dirname, "../../test/fixtures/token-ids.json");

describe.skipIf(model === null)("with the real model", () => {
  embedderConformance("the static embedder", { create: () => createStaticEmbedder({ folder: model! }), hasMeaning: true });
  embedderConformance("the static embedder of the registry", { create: () => createEmbedder({ kind: "static", folder: model! }), hasMeaning: true });

  it("gives the token ids of the reference tokenizer", async () => {
    const tokenizer = new BpeTokenizer(readTokenizerModel(await readFile(join(model!, "tokenizer.json"), "utf8")));
    const cases = JSON.parse(await readFile(fixture, "utf8")) as [string, number[]][];
    expect(cases.length).toBeGreaterThan(150);
    for (const [text, ids] of cases) expect({ text, ids: tokenizer.encode(text) }).toEqual({ text, ids });
    // Again, now that words come from the cache.
    for (const [text, ids] of cases) expect({ text, ids: tokenizer.encode(text) }).toEqual({ text, ids });
  });

  describe("once loaded", () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await createStaticEmbedder({ folder: model! });
    });

    it("says which model, revision and scheme made a vector", () => {
      expect(embedder.identity).toEqual({ name: "static", model: "wordllama-l2-supercat-256+zipf1", dimension: 256, queryPrefix: "", documentPrefix: "", weighted: true });
    });

    it("gives the same vector for the same text and weighting, bit for bit, and another for another weighting", async () => {
      const weighting = sumWeighting([await embedder.countTokens!(["Ana: my dentist is in Porto", "Ana: the dentist again"])]);
      const text = "Ana: the appointment is on Friday";
      const [first] = await embedder.embed([text], { kind: "document", weighting });
      const [again] = await embedder.embed(["other text", text].slice(1), { kind: "query", weighting: structuredClone(weighting) });
      const [other] = await embedder.embed([text], { kind: "document", weighting: emptyWeighting() });
      expect(again).toEqual(first);
      expect(other).not.toEqual(first);
    });

    it("lets others have their turn during long work, within a text as well", async () => {
      const words = "The quick brown fox jumps over the lazy dog, again and again. ";
      const texts = [...Array.from({ length: 64 }, (_, index) => words.repeat(30) + String(index)), words.repeat(2_000)];
      let turns = 0;
      const count = (): void => {
        turns += 1;
        timer = setImmediate(count);
      };
      let timer = setImmediate(count);
      const started = performance.now();
      await embedder.embed(texts, { kind: "document", weighting: emptyWeighting() });
      const milliseconds = performance.now() - started;
      clearImmediate(timer);
      // A slice is 2 ms; the factor leaves room for a machine that is busy with other things.
      expect(turns).toBeGreaterThan(milliseconds / 20);
    });

    it("stops in the middle when the caller goes", async () => {
      const controller = new AbortController();
      const work = embedder.embed(Array.from({ length: 2_000 }, (_, index) => `sentence number ${index} `.repeat(50)), { kind: "document", weighting: emptyWeighting(), signal: controller.signal });
      setImmediate(() => controller.abort());
      await expect(work).rejects.toMatchObject({ code: "aborted" });
    });
  });
});

describe("with a model of its own", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "static-model-"));
    await writeTinyModel(folder);
  });
  afterAll(async () => rm(folder, { recursive: true }));

  it("takes any folder with the two files, and names the model by its content", async () => {
    const { identity } = await createStaticEmbedder({ folder, name: "tiny" });
    expect(identity).toMatchObject({ name: "tiny", dimension: 4, weighted: true });
    expect(identity.model).toMatch(/^static-[0-9a-f]{12}\+/u);
  });

  it("refuses a tokenizer that belongs to a larger table", async () => {
    const vocab = (tinyTokenizer() as { model: { vocab: Record<string, number> } }).model.vocab;
    const other = join(folder, "other");
    await writeTinyModel(other);
    await writeFile(join(other, "tokenizer.json"), JSON.stringify(tinyTokenizer({ model: { vocab: { ...vocab, extra: 5_000 } } })));
    await expect(createStaticEmbedder({ folder: other })).rejects.toMatchObject({ code: "model_corrupt" });
  });

  it("says that the model is missing where nothing or too much is there", async () => {
    await expect(createStaticEmbedder({ folder: join(folder, "nowhere") })).rejects.toMatchObject({ code: "model_missing" });
    const two = join(folder, "two");
    await writeTinyModel(two);
    await writeFile(join(two, "second.safetensors"), "");
    await expect(createStaticEmbedder({ folder: two })).rejects.toMatchObject({ code: "model_missing" });
  });
});
