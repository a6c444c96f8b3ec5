import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTestTransformer } from "../../test/test-transformer.ts";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createEmbedder } from "../create-embedder.ts";
import { createTransformerEmbedder } from "./transformer-embedder.ts";
import { MAX_TOKENS, MODEL_FILE, TOKENIZER_FILE } from "./transformer-model.ts";
import { TransformerThread } from "./transformer-thread.ts";

const found = await findTestTransformer();

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const document = { urgent: false, signal: undefined };
const query = { urgent: true, signal: undefined };
/** Half a page: the longest that the model reads. */
const LONG = "The committee discussed the budget of the harbour at length. ".repeat(30);

describe.skipIf(found === null)("with the transformer", () => {
  const { folder, runtime } = found ?? { folder: "", runtime: "" };
  embedderConformance("the transformer", { create: () => createTransformerEmbedder({ folder, runtime }), hasMeaning: true });
  embedderConformance("the transformer of the registry", { create: () => createEmbedder({ kind: "onnx", folder, runtime }), hasMeaning: true });

  it("says which model made a vector", async () => {
    const embedder = await createEmbedder({ kind: "onnx", name: "third", folder, runtime });
    expect(embedder.identity).toEqual({ name: "third", model: "all-minilm-l6-v2-int8+128", dimension: 384, queryPrefix: "", documentPrefix: "", weighted: false });
    await embedder.close();
  });

  it("gives the vectors of the model as its makers publish it, near enough", async () => {
    const embedder = await createTransformerEmbedder({ folder, runtime });
    const [puppy, dog, invoice] = (await embedder.embed(["The puppy turned three last week", "How old is my dog?", "The invoice is due on Friday"], { kind: "document" })) as [Float32Array, Float32Array, Float32Array];
    // Cosines of the same weights in ordinary arithmetic.
    expect(Math.abs(dot(puppy, dog) - 0.616)).toBeLessThan(0.05);
    expect(Math.abs(dot(dog, invoice) - 0.087)).toBeLessThan(0.05);
    await embedder.close();
  });

  it.each([["the runtime", { runtime: tmpdir(), folder }, "runtime_missing"], ["the model", { runtime, folder: tmpdir() }, "model_missing"]])("says that %s is not there", async (_, options, code) => {
    await expect(createTransformerEmbedder(options)).rejects.toMatchObject({ code });
  });

  it("says that the model is damaged", async () => {
    const damaged = await mkdtemp(join(tmpdir(), "damaged-"));
    await copyFile(join(folder, TOKENIZER_FILE), join(damaged, TOKENIZER_FILE));
    await writeFile(join(damaged, MODEL_FILE), "no model");
    await expect(createTransformerEmbedder({ runtime, folder: damaged })).rejects.toMatchObject({ code: "model_corrupt" });
    await rm(damaged, { recursive: true });
  });

  describe("its thread", () => {
    let thread: TransformerThread;
    beforeAll(async () => {
      thread = new TransformerThread({ folder, runtime, threads: 1, maxTokens: MAX_TOKENS });
      await thread.start();
    });
    afterAll(async () => thread.close());

    it("answers a question before documents that came earlier", async () => {
      const order: string[] = [];
      const documents = thread.embed(Array<string>(12).fill(LONG), document).then(() => order.push("documents"));
      await thread.embed(["When does the harbour open?"], query).then(() => order.push("question"));
      await documents;
      expect(order).toEqual(["question", "documents"]);
    });

    it("leaves the event loop free while it computes", async () => {
      let turns = 0;
      const ticking = setInterval(() => (turns += 1), 1);
      await thread.embed(Array<string>(10).fill(LONG), document);
      clearInterval(ticking);
      expect(turns).toBeGreaterThan(10);
    });

    it("frees a caller who goes, and drops what is left of the call", async () => {
      const controller = new AbortController();
      const abandoned = thread.embed(Array<string>(2_000).fill(LONG), { urgent: false, signal: controller.signal });
      const first = thread.embed(["a question in between"], query).then(() => controller.abort());
      await expect(abandoned).rejects.toMatchObject({ code: "aborted" });
      await first;
      // Two thousand long texts would take the better part of a minute.
      const start = performance.now();
      await thread.embed(["the next document"], document);
      expect(performance.now() - start).toBeLessThan(5_000);
    });

    it("fails the calls of a thread that ends, and starts another for the next", async () => {
      const lost = thread.embed(Array<string>(200).fill(LONG), document);
      const failed = expect(lost).rejects.toMatchObject({ code: "embedder_unavailable", retryable: true });
      await thread.embed(["it runs"], query);
      await thread.end();
      await failed;
      const [vector] = await thread.embed(["it runs again"], query);
      expect(vector).toHaveLength(384);
    });

    it("ends in the middle of its work without taking the process with it", async () => {
      // Terminated from outside, one of two such threads aborts the process.
      for (let time = 0; time < 6; time += 1) {
        const lost = expect(thread.embed(Array<string>(200).fill(LONG), document)).rejects.toMatchObject({ code: "embedder_unavailable" });
        await thread.embed(["it runs"], query);
        await thread.end();
        await lost;
      }
    });

    it("cuts a text where the model's window ends", async () => {
      const [long, longer] = (await thread.embed([LONG.repeat(2), LONG.repeat(2) + "And then the circus came to town."], document)) as [Float32Array, Float32Array];
      expect(dot(long, longer)).toBeGreaterThan(0.9999);
    });

    it("refuses work once it is closed", async () => {
      const closed = new TransformerThread({ folder, runtime, threads: 1, maxTokens: MAX_TOKENS });
      await closed.close();
      await expect(closed.embed(["anyone?"], query)).rejects.toMatchObject({ code: "embedder_unavailable" });
    });
  });
});
