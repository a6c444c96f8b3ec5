import { inspect } from "node:util";
import { CortexError } from "@memory-cortex/models";
import { freePort } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { llmConformance } from "../src/conformance/llm-conformance.ts";
import type { CompletionRequest, Llm } from "../src/llm.ts";
import { spentOf } from "../src/spent.ts";
import { fail, say } from "./llm-server.ts";
import type { LlmServer, Reply, Responder } from "./llm-server.ts";

export interface LlmDriver {
  start(responder?: Responder): Promise<LlmServer>;
  create(options: { baseUrl: string; apiKey?: string }): Promise<Llm>;
  /** What the driver's address looks like on this server. */
  baseUrl(url: string): string;
  refuses?: boolean;
}

const KEY = ["sk", "ant", "hunter2"].join("-");

const FAILURES: [string, Reply, string][] = [
  ["a wrong key", fail(401), "llm_rejected"],
  ["a key that may not", fail(403), "llm_rejected"],
  ["an unknown model", fail(404), "llm_rejected"],
  ["a request it does not take", fail(400), "llm_rejected"],
  ["a request that is too large", fail(413), "llm_rejected"],
  ["too many requests", fail(429), "llm_unavailable"],
  ["overload", fail(529), "llm_unavailable"],
  ["a server error", fail(500), "llm_unavailable"],
  ["a bad gateway that speaks HTML", { kind: "status", status: 502, headers: { "content-type": "text/html" }, body: "<html>" }, "llm_unavailable"],
  ["a connection dropped before the answer", { kind: "drop" }, "llm_unavailable"],
  ["a connection dropped in the answer", { kind: "cut" }, "llm_unavailable"],
  ["JSON that is cut off", { kind: "body", body: '{"id":"msg_1","type":"mess' }, "llm_invalid"],
  ["something that is not JSON", { kind: "body", body: "NaN is not JSON" }, "llm_invalid"],
  ["nothing at all", { kind: "body", body: "" }, "llm_invalid"],
  ["another shape", { kind: "body", body: "{}" }, "llm_invalid"],
  ["a list", { kind: "body", body: "[]" }, "llm_invalid"],
  ["nothing but null", { kind: "body", body: "null" }, "llm_invalid"],
  ["more than anybody reads", say(`{"colour":"red"}${" ".repeat(5_000_000)}`), "llm_invalid"],
];

const REQUEST: CompletionRequest<z.ZodObject<{ colour: z.ZodString }>> = {
  purpose: "capture",
  system: [{ text: "Name the colour in the secret memory.", cached: true }],
  messages: [{ role: "user", content: "a memory of my red bicycle" }],
  schema: z.object({ colour: z.string() }),
  maxTokens: 100,
};

/** What every driver over HTTP must make of what a server can do to it, and the contract of the port against a server that works. */
export function llmFailures(name: string, driver: LlmDriver): void {
  llmConformance(name, {
    refuses: driver.refuses ?? true,
    async start() {
      const server = await driver.start();
      return {
        llm: await driver.create({ baseUrl: driver.baseUrl(server.url), apiKey: KEY }),
        answerWith: (answer) => server.respond((request) => {
          const { text, stop } = answer(request);
          return say(text, stop);
        }),
        stall: () => server.respond(() => ({ kind: "stall" })),
        close: server.close,
      };
    },
  });

  describe(`${name} when its server misbehaves`, () => {
    let server: LlmServer;
    let llm: Llm;
    beforeEach(async () => {
      server = await driver.start(() => say({ colour: "red" }));
      llm = await driver.create({ baseUrl: driver.baseUrl(server.url), apiKey: KEY });
    });
    afterEach(async () => server.close());
    const failure = async (request: CompletionRequest = REQUEST): Promise<CortexError> => llm.complete(request).then(() => expect.fail("it answered"), (thrown: unknown) => thrown as CortexError);

    it.each(FAILURES)("maps %s, with one request, and gives nothing away", async (_, reply, code) => {
      server.respond(() => reply);
      const error = await failure();
      expect(CortexError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
      const everything = inspect(error, { depth: 12, showHidden: true });
      for (const secret of [KEY, "bicycle", "secret", "127.0.0.1"]) expect(everything).not.toContain(secret);
      server.respond(() => say({ colour: "red" }));
      expect((await llm.complete(REQUEST)).value).toEqual({ colour: "red" });
    });

    it("does not follow a redirect, which could carry memories elsewhere", async () => {
      const elsewhere = await driver.start(() => say({ colour: "red" }));
      server.respond(({ path }) => fail(307, { location: `${elsewhere.url}${path}` }));
      expect(await failure()).toMatchObject({ code: "llm_unavailable" });
      expect(elsewhere.requests).toEqual([]);
      await elsewhere.close();
    });

    it.each([["stalls", { kind: "stall" }], ["drips", { kind: "drip" }]] as const)("gives up at the time limit when the server %s, and hangs up", async (_, reply) => {
      server.respond(() => reply);
      const error = await failure({ ...REQUEST, signal: AbortSignal.timeout(60) });
      expect(error).toMatchObject({ code: "timeout", retryable: true });
      expect(spentOf(error)!.usage.input).toBeGreaterThan(0);
      await server.hungUp();
    });

    it("hangs up on a request that is under way when the caller goes", async () => {
      const arrived: PromiseWithResolvers<void> = Promise.withResolvers();
      server.respond(() => {
        arrived.resolve();
        return { kind: "stall" };
      });
      const controller = new AbortController();
      const work = failure({ ...REQUEST, signal: controller.signal });
      await arrived.promise;
      controller.abort();
      expect((await work).code).toBe("aborted");
      await server.hungUp();
    });

    it.each([["7", 7], ["0.2", 1], ["3600", 3_600], ["999999", 86_400], ["soon", undefined], ["-5", 0], ["Thu, 01 Jan 1970 00:00:00 GMT", 0]])("reads Retry-After %s of 429 and 529", async (header, seconds) => {
      for (const status of [429, 529]) {
        server.respond(() => fail(status, { "retry-after": header }));
        expect((await failure()).retryAfterSeconds).toBe(seconds);
      }
    });

    it("says that nobody listens", async () => {
      llm = await driver.create({ baseUrl: driver.baseUrl(`http://127.0.0.1:${await freePort()}`), apiKey: KEY });
      expect(await failure()).toMatchObject({ code: "llm_unavailable", retryable: true });
    });

    it("closes the schema against what nobody asked for, and asks for as many tokens as it may", async () => {
      await llm.complete(REQUEST);
      const sent = JSON.stringify(server.requests[0]!.body);
      expect(sent).toContain('"additionalProperties":false');
      expect(sent).toContain(":100");
    });

    it.each(["ftp://host", "no address", "", "file:///etc"])("refuses the address %j", async (baseUrl) => {
      await expect(driver.create({ baseUrl })).rejects.toMatchObject({ code: "config_invalid" });
    });
  });
}
