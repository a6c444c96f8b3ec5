import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { resolveMemoryCortexConfig } from "./memory-cortex-config.ts";
import type { RunnerContext } from "./runner-context.ts";
import { runMemoryCortexIngestionIfNeeded } from "./run-memory-cortex-ingestion.ts";
import { runMemoryCortexRecall } from "./run-memory-cortex-recall.ts";
import type { MemorySessionEntry } from "./session-entry.ts";

let server: Server;
let context: RunnerContext;
let lines: string[];
let now: number;
let asked: { path: string; body: Record<string, unknown> }[];
let answers: Record<string, (response: ServerResponse) => void>;

const json = (body: unknown, status = 200) => (response: ServerResponse): void => void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const MOVED = { id: 1, uuid: "m1", user_id: "ann", topic: "health", fact: "The dentist appointment is on Friday at two", importance: 8, score: 0.9, source: "fts5" };
const NARRATIVE = "The dentist appointment was moved from Tuesday to Friday.";

beforeEach(async () => {
  [lines, asked, now] = [[], [], 1_000_000];
  answers = {
    "/hybrid-search": json({ results: [MOVED], count: 1 }),
    "/recall": json({ response: NARRATIVE, memories_searched: 3, memories_used: 1 }),
    "/ingest": json({ status: "debounced", debounce_seconds: 30, session_id: "s1", accepted: 2, duplicate: 0, ignored: [] }, 202),
  };
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => void (body += text));
    request.on("end", () => {
      asked.push({ path: request.url ?? "", body: JSON.parse(body) as Record<string, unknown> });
      answers[request.url ?? ""]!(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const config = resolveMemoryCortexConfig({ middlewareHost: "127.0.0.1", middlewarePort: (server.address() as AddressInfo).port, recallTimeoutMs: 5_000 });
  context = { config, log: { debug: (line) => lines.push(`debug ${line}`), warn: (line) => lines.push(`warn ${line}`) }, clock: { now: () => now } };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const turn = (prompt: string, fields: object = {}) => ({ prompt, senderName: "ann", channelName: "telegram", ...fields });
const recall = (entry: MemorySessionEntry, prompt: string) => runMemoryCortexRecall(entry, turn(prompt), context);

describe("runMemoryCortexRecall", () => {
  it("puts facts into the block, and makes a narrative for the next turn on the topic", async () => {
    const entry: MemorySessionEntry = { key: "s1" };
    const first = await recall(entry, "When is my dentist appointment?");
    expect(first).toMatchObject({ facts: 1, skipped: null, context: "## Long-Term Memories\n\n- [health] The dentist appointment is on Friday at two (importance: 8)" });
    expect(asked[0]).toEqual({ path: "/hybrid-search", body: { query: "When is my dentist appointment?", user_id: "ann", limit: 25 } });
    await first.synthesis;
    expect(entry).toEqual({ key: "s1", memoryCortexRecalledAt: now, memoryCortexFactsInjected: 1, memoryCortexSynthesis: { query: "When is my dentist appointment?", response: NARRATIVE, cachedAt: now } });

    now += 60_000;
    const second = await recall(entry, "Was the dentist appointment moved from Tuesday?");
    expect(second.context).toContain(`**Summary (from previous context):**\n${NARRATIVE}\n\n- [health]`);
    await second.synthesis;
  });

  it.each([
    ["about something else", 60_000, "What could I cook tonight?"],
    ["too old", 300_000, "Was the dentist appointment moved from Tuesday?"],
  ])("drops a narrative that is %s", async (_why, age, prompt) => {
    answers["/recall"] = json({ error: "away", code: "llm_unavailable" }, 503);
    const entry: MemorySessionEntry = { key: "s1", memoryCortexSynthesis: { query: "When is my dentist appointment?", response: NARRATIVE, cachedAt: now - age } };
    const { context: block, synthesis } = await recall(entry, prompt);
    await synthesis;
    expect(block).not.toContain("Summary");
    expect(entry).not.toHaveProperty("memoryCortexSynthesis");
    expect(lines).toContain("debug memory-cortex: no narrative for the next turn: llm_unavailable");
  });

  it("does not tell twice what a narrative made of facts says", async () => {
    const response = `- [health] ${MOVED.fact}\n- [health] The practice is in Bonn near the dentist appointment board`;
    const entry: MemorySessionEntry = { key: "s1", memoryCortexSynthesis: { query: "When is my dentist appointment?", response, cachedAt: now } };
    const { context: block, synthesis } = await recall(entry, "Is my dentist appointment on Friday?");
    await synthesis;
    expect(block?.split(MOVED.fact)).toHaveLength(2);
    expect(block).toContain("near the dentist appointment board");
  });

  it("keeps no narrative that comes after the next recall", async () => {
    const late = Promise.withResolvers<ServerResponse>();
    answers["/recall"] = (response) => late.resolve(response);
    const entry: MemorySessionEntry = { key: "s1" };
    const first = await recall(entry, "When is my dentist appointment?");
    const held = await late.promise;
    answers["/recall"] = json({ response: "", memories_searched: 0, memories_used: 0 });
    now += 1_000;
    await (await recall(entry, "What could I cook tonight?")).synthesis;
    json({ response: NARRATIVE, memories_searched: 3, memories_used: 1 })(held);
    await first.synthesis;
    expect(entry).not.toHaveProperty("memoryCortexSynthesis");
  });

  it("says that nothing fits", async () => {
    answers["/hybrid-search"] = json({ results: [], count: 0 });
    const entry: MemorySessionEntry = { key: "s1" };
    expect(await recall(entry, "When is my dentist appointment?")).toMatchObject({ context: null, facts: 0, skipped: "no_match" });
    expect(entry.memoryCortexFactsInjected).toBe(0);
    expect(asked.map(({ path }) => path)).toEqual(["/hybrid-search"]);
  });

  it("asks for as much as the prompt is worth", async () => {
    for (const prompt of ["What could I cook tonight?", "Fix the bug in parser.ts"]) await (await recall({ key: "s1" }, prompt)).synthesis;
    const limits = () => asked.flatMap(({ body }) => (body["limit"] === undefined ? [] : [body["limit"]]));
    expect(limits()).toEqual([15, 5]);
    context = { ...context, config: { ...context.config, contextPlanner: false, recallMaxFacts: 7 } };
    await (await recall({ key: "s1" }, "Fix the bug in parser.ts")).synthesis;
    expect(limits()).toEqual([15, 5, 7]);
  });

  it("asks nobody when the turn needs no memory", async () => {
    const entry: MemorySessionEntry = { key: "s1" };
    expect(await recall(entry, "好的👌")).toMatchObject({ context: null, skipped: "trivial_prompt" });
    expect(asked).toEqual([]);
    expect(entry).toEqual({ key: "s1" });
    expect(lines).toEqual(["debug memory-cortex: recall skipped: trivial_prompt"]);
  });

  it("goes on without memory when the service is slow, away, unwilling, or not a service", async () => {
    const skipped = async () => (await recall({ key: "s1" }, "When is my dentist appointment?")).skipped;
    const { config } = context;
    context = { ...context, config: { ...config, recallTimeoutMs: 200 } };
    answers["/hybrid-search"] = () => undefined;
    const start = performance.now();
    expect(await skipped()).toBe("timeout");
    expect(performance.now() - start).toBeLessThan(2_000);
    context = { ...context, config };
    answers["/hybrid-search"] = json({ error: "no", code: "unauthorized" }, 401);
    expect(await skipped()).toBe("unauthorized");
    answers["/hybrid-search"] = (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works!</h1>");
    expect(await skipped()).toBe("not_ours");
    answers["/hybrid-search"] = json({ unexpected: true });
    expect(await skipped()).toBe("not_ours");
    context = { ...context, config: { ...context.config, url: "nonsense" } };
    expect(await skipped()).toBe("invalid_client");
    expect(lines.filter((line) => line.startsWith("warn memory-cortex: recall skipped: "))).toHaveLength(5);
    expect(lines.join("\n")).not.toContain("dentist");
  });

  it("is quiet about a user whom nobody knows yet", async () => {
    answers["/hybrid-search"] = json({ error: "Nothing is known of this user", code: "unknown_user", results: [], count: 0 }, 404);
    expect(await recall({ key: "s1" }, "When is my dentist appointment?")).toMatchObject({ skipped: "unknown_user" });
    expect(lines).toEqual(["debug memory-cortex: recall skipped: unknown_user"]);
  });
});

describe("runMemoryCortexIngestionIfNeeded", () => {
  const messages = [{ role: "user", content: "The appointment is moved to Friday." }, { role: "assistant", content: "Noted." }, { role: "tool", content: "{}" }];

  it("hands the whole session over and says when", async () => {
    const entry: MemorySessionEntry = { key: "s1" };
    expect(await runMemoryCortexIngestionIfNeeded(entry, turn("x", { messages }), context)).toEqual({ accepted: 2, skipped: null });
    expect(asked).toEqual([{ path: "/ingest", body: { messages: messages.slice(0, 2), session_id: "s1", channel: "telegram", user_id: "ann", debounce: true } }]);
    expect(entry).toEqual({ key: "s1", memoryCortexIngestedAt: now });
  });

  it("never fails, and claims nothing that did not happen", async () => {
    const entry: MemorySessionEntry = { key: "s1" };
    answers["/ingest"] = json({ error: "The disk is full", code: "disk_full" }, 507);
    expect(await runMemoryCortexIngestionIfNeeded(entry, turn("x", { messages }), context)).toEqual({ accepted: 0, skipped: "disk_full" });
    context = { ...context, config: { ...context.config, ingestTimeoutMs: 30 } };
    answers["/ingest"] = () => undefined;
    expect(await runMemoryCortexIngestionIfNeeded(entry, turn("x", { messages }), context)).toMatchObject({ skipped: "timeout" });
    expect(await runMemoryCortexIngestionIfNeeded(entry, turn("x", { messages: messages.slice(2) }), context)).toMatchObject({ skipped: "no_messages" });
    expect(await runMemoryCortexIngestionIfNeeded(entry, turn("x", { messages, trigger: "cron" }), context)).toMatchObject({ skipped: "heartbeat" });
    expect(entry).toEqual({ key: "s1" });
  });
});
