import { findTestModel } from "@memory-cortex/embedding/test-model";
import { expect, test } from "vitest";

import { createBarePair } from "./bare-pair.ts";
import { startEmbeddingServer } from "./embedding-server.ts";

const folder = await findTestModel();
const TURNS = [
  { id: "soup", text: "Ann: The pumpkin soup was wonderful" },
  { id: "train", text: "Ben: My train to Basel leaves at nine" },
  { id: "dog", text: "Ann: Our dog needs his vaccination" },
];

test.skipIf(folder === null)("the pair finds by words and by meaning, and serves the vectors to others", async () => {
  const server = await startEmbeddingServer(folder!);
  const pair = createBarePair(server);
  try {
    await server.weigh(TURNS.map(({ text }) => text));
    await pair.add(TURNS);
    expect((await pair.search("When does the train leave?", 2)).ids[0]).toBe("train");
    expect((await pair.search("puppy veterinarian", 1)).ids).toEqual(["dog"]);
    const response = await fetch(`${server.url}/embeddings`, { method: "POST", body: JSON.stringify({ model: "static", input: ["train", "🜚"] }) });
    const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] };
    expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual([[0, server.dimension], [1, server.dimension]]);
    await pair.reset();
    expect((await pair.search("train", 1)).ids).toEqual([]);
  } finally {
    await pair.close();
    await server.close();
  }
});
