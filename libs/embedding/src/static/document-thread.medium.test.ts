import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tinySafetensors, writeTinyModel } from "../../test/tiny-model.ts";
import { emptyWeighting, sumWeighting } from "../weighting.ts";
import { DocumentThread } from "./document-thread.ts";
import { createStaticEmbedder } from "./static-embedder.ts";

let folder: string;
let thread: DocumentThread;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "document-thread-"));
  thread = new DocumentThread(folder);
});

afterEach(async () => {
  await thread.close();
  await rm(folder, { recursive: true, force: true });
});

/** Tokens of the tiny model. */
const ROWS = 268;

const codeOf = (error: unknown): string => (CortexError.isInstance(error) ? error.code : String(error));

it("says what is wrong with the model, and tries again with the next call", async () => {
  expect(await thread.embed(["abc"], emptyWeighting()).catch(codeOf)).toBe("model_missing");
  await writeTinyModel(folder);
  expect(await thread.embed(["abc"], emptyWeighting())).toHaveLength(1);
});

it("uses the weighting of each call, also when calls of two realms overlap", async () => {
  await writeTinyModel(folder);
  // Every token points elsewhere, so that weights turn the sum.
  await writeFile(join(folder, "table.safetensors"), tinySafetensors({ bits: Array.from({ length: ROWS * 4 }, (_, index) => 0x3c00 + ((index * 37) % 512)) }));
  const embedder = await createStaticEmbedder({ folder });
  const texts = ["abc ab", "c b a"];
  const weightings = [emptyWeighting(), sumWeighting([await thread.countTokens(["c".repeat(4_000)])])];
  const calls = [0, 1, 0, 0, 1].map((which) => weightings[which]!);
  const found = await Promise.all(calls.map((weighting) => thread.embed(texts, weighting)));
  const expected = await Promise.all(calls.map((weighting) => embedder.embed(texts, { kind: "query", weighting })));
  expect(found).toEqual(expected);
  expect(found[1]).not.toEqual(found[0]);
  await embedder.close();
});

it("frees a caller who has gone, and serves the others", async () => {
  await writeTinyModel(folder);
  const gone = new AbortController();
  const [left, other] = [thread.embed(["abc"], emptyWeighting(), gone.signal).catch(codeOf), thread.embed(["abc"], emptyWeighting())];
  gone.abort();
  expect(await left).toBe("aborted");
  expect(await other).toHaveLength(1);
});
