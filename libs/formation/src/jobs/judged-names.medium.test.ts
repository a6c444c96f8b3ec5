import { createLlm } from "@memory-cortex/llm";
import { say, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import type { LlmServer } from "@memory-cortex/llm/anthropic-server";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { FakeLlm } from "@memory-cortex/llm/fake";
import { CortexError } from "@memory-cortex/models";
import type { Entity, ErrorCode } from "@memory-cortex/models";
import type { JobResult } from "@memory-cortex/queue";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { formationBench, openBenchStore } from "../../test/formation-bench.ts";
import type { FormationBench } from "../../test/formation-bench.ts";
import { judgeNames } from "../entities/index.ts";
import { userLockOf } from "../user-lock.ts";

let opened: Awaited<ReturnType<typeof openBenchStore>>;
let server: LlmServer;
let users = 0;

beforeAll(async () => {
  opened = await openBenchStore();
  server = await startAnthropicServer();
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

const capture = (bench: FormationBench): Promise<JobResult> =>
  bench.handlers.capture({ user_id: bench.user, session_id: "s", namespace: "global" }, { signal: new AbortController().signal, attempt: 1 });
const people = (bench: FormationBench): Promise<Entity[]> => bench.store.findEntities(bench.realm, ["mel", "melanie", "melvin"]);
const names = async (bench: FormationBench): Promise<string[][]> => (await people(bench)).map(({ name, aliases }) => [name, ...aliases]);
const APART = [["Melanie"], ["Melvin"], ["Mel"]];

const KNOWN = [{ role: "user", name: "Ana", content: "My sister Melanie lives in Graz. My colleague Melvin plays chess & <b>go</b>." }];
const NEW = [{ role: "user", name: "Ana", content: "I spent the whole weekend in Graz with my sister Mel, it was lovely." }];

interface Asked {
  /** What the model says of the names; the ids are those of the question. */
  said: (ids: { melanie: string; melvin: string }) => unknown;
}

const idsIn = (prompt: string): { melanie: string; melvin: string } => ({
  melanie: /<known id="(\w+)"><called>Melanie</.exec(prompt)![1]!,
  melvin: /<known id="(\w+)"><called>Melvin</.exec(prompt)![1]!,
});

/** Says something about two people, and then of somebody who may be either. */
async function tell({ said }: Asked): Promise<{ bench: FormationBench; llm: FakeLlm; prompts: string[] }> {
  const llm = createFakeLlm({ answer: ({ purpose, messages }) => (purpose === "capture" ? { memories: [] } : said(idsIn(messages[0]!.content))) });
  const bench = await formationBench(opened, { user: `named-${(users += 1)}`, start: false, llm });
  await bench.ingest(KNOWN);
  await capture(bench);
  await bench.ingest(NEW);
  expect(await capture(bench)).toEqual({ outcome: "success" });
  return { bench, llm, prompts: llm.calls.filter(({ purpose }) => purpose === "extract").map(({ messages }) => messages[0]!.content) };
}

describe("a name that may be one of several", () => {
  it("is asked about once, as data, and tied to whom the model says, which can be undone", async () => {
    const { bench, prompts } = await tell({ said: ({ melanie }) => ({ names: [{ name: "n1", same: melanie }] }) });
    expect(await names(bench)).toEqual([["Melanie", "Mel"], ["Melvin"]]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain("<called>Melvin</called><kind>person</kind><said>Ana: My sister Melanie lives in Graz. My colleague Melvin plays chess &amp; &lt;b&gt;go&lt;/b&gt;.</said></known>");
    expect(prompts[0]).toMatch(/<name id="n1" may-be="(?:k1 k2|k2 k1)"><called>Mel<\/called><kind>person<\/kind><said>Ana: I spent/);
    const [melanie] = await people(bench);
    const { merged, turnIds } = (await bench.store.getEntity(bench.realm, melanie!.id))!;
    expect(turnIds).toHaveLength(2);
    await bench.store.unmergeEntity(bench.realm, merged[0]!.id);
    expect(await names(bench)).toEqual(APART);
  });

  it("is not asked about again once it is known", async () => {
    const { bench, llm } = await tell({ said: () => ({ names: [{ name: "n1", same: "neither" }] }) });
    expect(await names(bench)).toEqual(APART);
    const before = llm.calls.length;
    await bench.ingest([{ role: "user", name: "Ana", content: "Tomorrow I will have lunch with my sister Mel at the harbour." }]);
    await capture(bench);
    expect(llm.calls.slice(before).map(({ purpose }) => purpose)).toEqual(["capture"]);
    expect(await names(bench)).toEqual(APART);
  });

  it.each<[string, Asked["said"]]>([
    ["says neither", () => ({ names: [{ name: "n1", same: "neither" }] })],
    ["says nothing", () => ({ names: [] })],
    ["names somebody who was not asked about", () => ({ names: [{ name: "n1", same: "k3" }] })],
    ["names itself", () => ({ names: [{ name: "n1", same: "n1" }] })],
    ["answers about another name", ({ melanie }) => ({ names: [{ name: "n2", same: melanie }, { name: melanie, same: melanie }] })],
    ["gives a name in place of an id", () => ({ names: [{ name: "n1", same: "Melanie" }] })],
    ["says two", ({ melanie, melvin }) => ({ names: [{ name: "n1", same: melanie }, { name: "n1", same: melvin }] })],
    ["says one and neither", ({ melanie }) => ({ names: [{ name: "n1", same: melanie }, { name: "n1", same: "neither" }] })],
    ["keeps to no schema", ({ melanie }) => ({ names: { n1: melanie } })],
    ["talks", () => "They are the same, I think."],
    ["says what a built-in property is called", () => ({ names: [{ name: "n1", same: "__proto__" }, { name: "constructor", same: "toString" }] })],
  ])("stays apart when the model %s", async (_, said) => {
    const { bench, prompts } = await tell({ said });
    expect(prompts).toHaveLength(1);
    expect(await names(bench)).toEqual(APART);
  });

  it.each<ErrorCode>(["llm_unavailable", "llm_rejected", "llm_refused", "llm_budget_spent", "timeout"])("stays apart when the model fails with %s, and what was captured stands", async (code) => {
    const { bench } = await tell({
      said: () => {
        throw new CortexError(code);
      },
    });
    expect(await names(bench)).toEqual(APART);
    expect(await bench.store.openWindows(bench.realm)).toEqual([]);
    expect(await bench.store.improvableWindows(bench.realm, { limit: 9 })).toEqual([]);
  });

  it("waits no longer than its time", async () => {
    const { bench, llm } = await tell({ said: () => ({ names: [] }) });
    const [melanie, melvin, mel] = await people(bench);
    llm.stall();
    const close = { key: "mel", entity: { ...mel!, aliases: [] }, id: mel!.id, candidates: [melanie!, melvin!] };
    const lines: object[] = [];
    const log = { info: () => undefined, warn: (fields: object) => void lines.push(fields) };
    expect(await judgeNames({ store: bench.store, llm, log, limitMs: 5 }, { realm: bench.realm, names: [close] })).toEqual([]);
    expect(lines).toMatchObject([{ names: 1 }]);
  });

  it("lets others write while the model thinks", async () => {
    const asking = Promise.withResolvers<null>();
    const answered = Promise.withResolvers<null>();
    const llm = createFakeLlm({
      answer: async ({ purpose, messages }) => {
        if (purpose === "capture") return { memories: [] };
        asking.resolve(null);
        await answered.promise;
        return { names: [{ name: "n1", same: idsIn(messages[0]!.content).melanie }] };
      },
    });
    const bench = await formationBench(opened, { user: `named-${(users += 1)}`, start: false, llm });
    await bench.ingest(KNOWN);
    await capture(bench);
    await bench.ingest(NEW);
    const captured = capture(bench);
    await asking.promise;
    expect(await userLockOf(bench.store).run(bench.user, async () => names(bench))).toEqual(APART);
    answered.resolve(null);
    await captured;
    expect(await names(bench)).toEqual([["Melanie", "Mel"], ["Melvin"]]);
  });

  it("is asked about over the wire, with the fixed part marked for the cache", async () => {
    server.respond(({ prompt }) => (prompt.includes("<known") && prompt.includes("<called>Melvin<") ? say({ names: [{ name: "n1", same: idsIn(prompt).melvin }] }) : say({ memories: [] })));
    server.requests.length = 0;
    const llm = await createLlm({ kind: "anthropic", apiKey: "key", url: server.url, model: "claude-haiku-4-5" });
    const bench = await formationBench(opened, { user: `named-${(users += 1)}`, start: false, llm });
    await bench.ingest(KNOWN);
    await capture(bench);
    await bench.ingest(NEW);
    await capture(bench);
    expect(await names(bench)).toEqual([["Melanie"], ["Melvin", "Mel"]]);
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]!.body["system"]).toMatchObject([{ cache_control: { type: "ephemeral" } }]);
    expect(server.requests[2]!.body["output_config"]).toMatchObject({ format: { schema: { required: ["names"] } } });
    await llm.close();
  });

  it("stays alone where no model is", async () => {
    const bench = await formationBench(opened, { user: `named-${(users += 1)}`, start: false });
    await bench.ingest(KNOWN);
    await bench.ingest(NEW);
    await capture(bench);
    expect((await names(bench)).sort()).toEqual(APART.toSorted());
  });
});
