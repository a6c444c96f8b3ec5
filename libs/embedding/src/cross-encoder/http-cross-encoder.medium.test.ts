import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRerankServer } from "../../test/rerank-server.ts";
import type { RerankBehaviour, RerankServer } from "../../test/rerank-server.ts";
import { createHttpCrossEncoder } from "./http-cross-encoder.ts";

const QUESTION = "When is the dentist appointment?";
const TEXTS = ["I baked bread.", "The dentist appointment is on Friday.", "My dentist is nice."];

const named = (scores: number[], change: (index: number) => number): { results: { index: number; relevance_score: number }[] } => ({
  results: scores.map((score, index) => ({ index: change(index), relevance_score: score })),
});

const FAILURES: [string, RerankBehaviour, string][] = [
  ["too many requests", { kind: "status", status: 429 }, "reranker_unavailable"],
  ["a server that still loads its model", { kind: "status", status: 503 }, "reranker_unavailable"],
  ["a wrong key", { kind: "status", status: 401 }, "reranker_rejected"],
  ["a server without reranking", { kind: "status", status: 501 }, "reranker_unavailable"],
  ["an unknown path", { kind: "status", status: 404 }, "reranker_rejected"],
  ["a redirect, which could carry memories elsewhere", { kind: "status", status: 302, headers: { location: "http://127.0.0.1:9/" } }, "reranker_unavailable"],
  ["too few scores", { kind: "change", change: (scores) => named(scores.slice(1), (index) => index) }, "reranker_invalid"],
  ["one text scored twice", { kind: "change", change: (scores) => named(scores, () => 0) }, "reranker_invalid"],
  ["texts that were not sent", { kind: "change", change: (scores) => named(scores, (index) => index + 7) }, "reranker_invalid"],
  ["scores that are none", { kind: "change", change: () => [{ index: 0, score: null }, { index: 1, score: 1 }, { index: 2, score: 2 }] }, "reranker_invalid"],
  ["another shape", { kind: "change", change: () => ({ data: [] }) }, "reranker_invalid"],
  ["JSON that is cut off", { kind: "body", body: '{"results":[{"index":0' }, "reranker_invalid"],
  ["nothing at all", { kind: "body", body: "" }, "reranker_invalid"],
  ["a dropped connection", { kind: "drop" }, "reranker_unavailable"],
];

describe("the cross-encoder over HTTP", () => {
  let server: RerankServer;
  beforeEach(async () => {
    server = await startRerankServer();
  });
  afterEach(() => server.close());

  it("scores in the order of the texts, in the format of llama.cpp, vLLM and Jina", async () => {
    const encoder = createHttpCrossEncoder({ url: `${server.url}/v1/`, model: "bge-reranker", apiKey: "key" });
    expect(await encoder.score(QUESTION, TEXTS)).toEqual([0, 4, 2]);
    expect(server.requests).toEqual([
      { path: "/v1/rerank", authorization: "Bearer key", body: { model: "bge-reranker", query: QUESTION, documents: TEXTS, top_n: 3, return_documents: false } },
    ]);
    expect(encoder.name).toBe("cross-encoder:bge-reranker");
  });

  it("scores in the format of Text Embeddings Inference, without a key", async () => {
    const encoder = createHttpCrossEncoder({ url: server.url, format: "tei" });
    expect(await encoder.score(QUESTION, TEXTS)).toEqual([0, 4, 2]);
    expect(server.requests).toEqual([{ path: "/rerank", authorization: undefined, body: { query: QUESTION, texts: TEXTS, truncate: true } }]);
  });

  it("asks nobody about nothing", async () => {
    expect(await createHttpCrossEncoder({ url: server.url }).score(QUESTION, [])).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it.each(FAILURES)("maps %s", async (_, behaviour, code) => {
    server.behave(behaviour);
    const encoder = createHttpCrossEncoder({ url: server.url });
    const error: unknown = await encoder.score(QUESTION, TEXTS).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toMatch(/dentist|127\.0\.0\.1/u);
    server.behave({ kind: "answer" });
    expect(await encoder.score(QUESTION, TEXTS)).toEqual([0, 4, 2]);
  });

  it("hangs up when its caller leaves, and when its time is over", async () => {
    server.behave({ kind: "stall" });
    const controller = new AbortController();
    const left = createHttpCrossEncoder({ url: server.url }).score(QUESTION, TEXTS, { signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    await expect(createHttpCrossEncoder({ url: server.url, timeoutMs: 30 }).score(QUESTION, TEXTS)).rejects.toMatchObject({ code: "timeout" });
    await server.hungUp();
  });

  it("refuses an address that is none, and an empty key", () => {
    expect(() => createHttpCrossEncoder({ url: "file:///etc" })).toThrow(expect.objectContaining({ code: "config_invalid" }));
    expect(() => createHttpCrossEncoder({ url: server.url, apiKey: "" })).toThrow(expect.objectContaining({ code: "config_invalid" }));
  });
});
