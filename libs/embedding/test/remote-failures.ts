import { CortexError } from "@memory-cortex/models";
import { freePort } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Embedder } from "../src/embedder.ts";
import type { RemoteOptions } from "../src/http/remote-embedder.ts";
import type { Behaviour, EmbeddingServer } from "./embedding-server.ts";

export interface RemoteDriver {
  start(): Promise<EmbeddingServer>;
  create(options: RemoteOptions): Promise<Embedder>;
  /** What the driver's address looks like on this server. */
  baseUrl(url: string): string;
}

const DIMENSION = 8;
const wrong = (change: (vectors: number[][]) => unknown): Behaviour => ({ kind: "vectors", change });

const FAILURES: [string, Behaviour, string][] = [
  ["too many requests", { kind: "status", status: 429 }, "embedder_unavailable"],
  ["a server error", { kind: "status", status: 500 }, "embedder_unavailable"],
  ["a bad gateway that speaks HTML", { kind: "status", status: 502, headers: { "content-type": "text/html" }, body: "<html>" }, "embedder_unavailable"],
  ["an unknown model", { kind: "status", status: 404 }, "embedder_rejected"],
  ["a wrong key", { kind: "status", status: 401 }, "embedder_rejected"],
  ["a request it does not take", { kind: "status", status: 400 }, "embedder_rejected"],
  ["a redirect, which could carry memories elsewhere", { kind: "status", status: 302, headers: { location: "http://127.0.0.1:9/" } }, "embedder_unavailable"],
  ["vectors of another dimension", wrong((vectors) => vectors.map((vector) => vector.slice(1))), "embedder_invalid"],
  ["a vector of zeros", wrong((vectors) => vectors.map((vector) => vector.map(() => 0))), "embedder_invalid"],
  ["numbers that are none", wrong((vectors) => vectors.map((vector) => vector.map(() => null))), "embedder_invalid"],
  ["numbers beyond what can be added up", wrong((vectors) => vectors.map((vector) => vector.map(() => 1e300))), "embedder_invalid"],
  ["too few vectors", wrong((vectors) => vectors.slice(1)), "embedder_invalid"],
  ["too many vectors", wrong((vectors) => [...vectors, vectors[0]]), "embedder_invalid"],
  ["another shape", wrong(() => ["text"]), "embedder_invalid"],
  ["JSON that is cut off", { kind: "body", body: '{"embeddings":[[0.1,' }, "embedder_invalid"],
  ["something that is not JSON", { kind: "body", body: "NaN is not JSON" }, "embedder_invalid"],
  ["nothing at all", { kind: "body", body: "" }, "embedder_invalid"],
  ["a connection dropped before the answer", { kind: "drop" }, "embedder_unavailable"],
  ["a connection dropped in the answer", { kind: "cut" }, "embedder_unavailable"],
];

/** What every driver over HTTP must make of what a server can do to it. */
export function remoteFailures(name: string, driver: RemoteDriver): void {
  describe(`${name} when its server misbehaves`, () => {
    let server: EmbeddingServer;
    const create = (options: Partial<RemoteOptions> = {}): Promise<Embedder> => driver.create({ baseUrl: driver.baseUrl(server.url), model: "some-model", dimension: DIMENSION, ...options });
    beforeEach(async () => {
      server = await driver.start();
    });
    afterEach(async () => server.close());

    it.each(FAILURES)("maps %s", async (_, behaviour, code) => {
      server.behave(behaviour);
      const embedder = await create();
      const error: unknown = await embedder.embed(["a memory", "another"], { kind: "document" }).catch((thrown: unknown) => thrown);
      expect(CortexError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code });
      expect((error as CortexError).message).not.toMatch(/memory"|another|secret|127\.0\.0\.1/u);
      await expect(embedder.ping()).rejects.toMatchObject({ code });
      server.behave({ kind: "answer" });
      expect(await embedder.embed(["a memory"], { kind: "document" })).toHaveLength(1);
    });

    it.each([["stalls", { kind: "stall" }], ["drips", { kind: "drip" }]] as const)("gives up at the time limit when the server %s", async (_, behaviour) => {
      server.behave(behaviour);
      const embedder = await create({ timeoutMs: 40 });
      await expect(embedder.embed(["a"], { kind: "query" })).rejects.toMatchObject({ code: "timeout", retryable: true });
      await server.hungUp();
    });

    it("closes the connection when the caller goes", async () => {
      server.behave({ kind: "stall" });
      const embedder = await create();
      const controller = new AbortController();
      const work = embedder.embed(["a"], { kind: "query", signal: controller.signal });
      controller.abort();
      await expect(work).rejects.toMatchObject({ code: "aborted" });
    });

    it("closes the connection of a request that is under way", async () => {
      server.behave({ kind: "drip" });
      const embedder = await create();
      await expect(embedder.embed(["a"], { kind: "query", signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: "timeout" });
      await server.hungUp();
    });

    it.each([["7", 7], ["86400", 60], ["soon", undefined], ["-5", 0], ["Thu, 01 Jan 1970 00:00:00 GMT", 0]])("reads Retry-After %s with a cap", async (header, seconds) => {
      server.behave({ kind: "status", status: 429, headers: { "retry-after": header } });
      const error: unknown = await (await create()).embed(["a"], { kind: "document" }).catch((thrown: unknown) => thrown);
      expect((error as CortexError).retryAfterSeconds).toBe(seconds);
    });

    it("says that nobody listens", async () => {
      const embedder = await create({ baseUrl: driver.baseUrl(`http://127.0.0.1:${await freePort()}`) });
      await expect(embedder.embed(["a"], { kind: "query" })).rejects.toMatchObject({ code: "embedder_unavailable", retryable: true });
    });

    it("asks nothing for empty texts, and for no dimension that it was told", async () => {
      const embedder = await create();
      expect(await embedder.embed(["", " \n\t", "\u00a0"], { kind: "document" })).toEqual([null, null, null]);
      expect(server.requests).toEqual([]);
    });

    it("learns the dimension from the model when neither told nor known", async () => {
      expect((await create({ dimension: undefined })).identity.dimension).toBe(DIMENSION);
      server.behave({ kind: "status", status: 503 });
      await expect(create({ dimension: undefined })).rejects.toMatchObject({ code: "embedder_unavailable" });
    });

    it("puts the prefixes before queries and documents, and in the identity", async () => {
      const embedder = await create({ queryPrefix: "Q: ", documentPrefix: "D: " });
      await embedder.embed(["text \ud800"], { kind: "query" });
      await embedder.embed(["text"], { kind: "document" });
      expect(server.requests.map(({ body }) => body.input)).toEqual([["Q: text \ufffd"], ["D: text"]]);
      expect(embedder.identity.model).not.toBe((await create()).identity.model);
    });

    it.each(["ftp://host", "no address", "", "file:///etc"])("refuses the address %j", async (baseUrl) => {
      await expect(create({ baseUrl })).rejects.toMatchObject({ code: "config_invalid" });
    });
  });
}
