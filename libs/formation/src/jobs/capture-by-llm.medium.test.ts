import { createLlm } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { fail, say, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import type { LlmServer } from "@memory-cortex/llm/anthropic-server";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { FakeLlm } from "@memory-cortex/llm/fake";
import { rememberRequest } from "@memory-cortex/models/wire";
import type { Memory } from "@memory-cortex/models";
import type { JobResult } from "@memory-cortex/queue";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { formationBench, openBenchStore } from "../../test/formation-bench.ts";
import type { BenchOptions, FormationBench } from "../../test/formation-bench.ts";
import { createMemories } from "../memories/index.ts";

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

const fresh = (options: Partial<BenchOptions> = {}) => formationBench(opened, { user: `modelled-${(users += 1)}`, start: false, ...options });
const context = (signal = new AbortController().signal) => ({ signal, attempt: 1 });
const capture = (bench: FormationBench, signal?: AbortSignal): Promise<JobResult> => bench.handlers.capture({ user_id: bench.user, session_id: "s", namespace: "global" }, context(signal));
const improve = (bench: FormationBench, session_id = "s"): Promise<JobResult> => bench.handlers.improve({ user_id: bench.user, session_id, namespace: "global" }, context());

async function memories(bench: FormationBench, includeHistory = false): Promise<Memory[]> {
  return (await bench.store.listMemories(bench.realm, { includeHistory, now: bench.clock.time }, { limit: 500 })).items;
}
const texts = async (bench: FormationBench): Promise<string[]> => (await memories(bench)).map(({ text }) => text).sort();
const improvable = async (bench: FormationBench): Promise<number> => (await bench.store.improvableWindows(bench.realm, { limit: 10 })).reduce((sum, { openTurns }) => sum + openTurns, 0);

const proposal = (text: string, turns: readonly string[], over: object = {}) => ({ text, type: "fact", topic: "home", importance: 70, confidence: 90, turns, change: "none", updates: [], facts: [], entities: [], start: null, end: null, ...over });
const answering = (...proposals: object[]): FakeLlm => createFakeLlm({ answer: () => ({ memories: proposals }) });

const SAID = [
  { role: "user", name: "Ana", content: "I live in Lisbon near the river. My sister Ines is a midwife." },
  { role: "assistant", content: "How lovely! You should visit Porto as well." },
];
const HOME = proposal("Ana lives in Lisbon near the river.", ["t1"]);
const SISTER = proposal("Ana's sister Ines is a midwife.", ["t1"]);

describe("capture by a model", () => {
  it("asks once over the wire, with the fixed part marked for the cache, and believes what the turns say", async () => {
    server.respond(() => say({ memories: [HOME, SISTER, proposal("Ana visited Porto.", ["t2"]), proposal("Ana lives in Berlin.", ["t1"])] }));
    const before = server.requests.length;
    const llm = await createLlm({ kind: "anthropic", apiKey: "key", url: server.url, model: "claude-haiku-4-5" });
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    expect(await capture(bench)).toEqual({ outcome: "success" });
    expect(server.requests).toHaveLength(before + 1);
    const { body, prompt } = server.requests.at(-1)!;
    expect(body["system"]).toMatchObject([{ cache_control: { type: "ephemeral" } }]);
    expect(prompt).toContain("<new>\nt1 Ana: I live in Lisbon");
    const turns = (await bench.store.listTurns(bench.realm, { sessionId: "s", after: -1, limit: 10 }))!.turns;
    const made = await memories(bench);
    expect(made.map(({ text }) => text).sort()).toEqual(["Ana lives in Lisbon near the river.", "Ana's sister Ines is a midwife."]);
    for (const memory of made) expect(memory).toMatchObject({ source: "capture:llm", provenance: [turns[0]!.id], speaker: "Ana", confidence: 0.9, importance: 0.7, topic: "home" });
    expect(await improvable(bench)).toBe(0);
    await llm.close();
  });

  it("shows a model the turns before and the memories that look related, by numbers", async () => {
    const llm = answering(HOME);
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    await capture(bench);
    llm.answerWith(() => ({ memories: [] }));
    await bench.ingest([{ role: "user", name: "Ana", content: `The river near my home in Lisbon rose again last night, ${"and the neighbours carried everything upstairs in the dark ".repeat(8)}` }]);
    await capture(bench);
    const prompt = llm.calls[1]!.messages[0]!.content;
    expect(prompt).toMatch(/<before>\nt1 Ana: .*\nt2 assistant: .*\n<\/before>\n<known>\nm1 Ana lives in Lisbon near the river\.\n<\/known>\n<new>\nt3 Ana: The river/);
    expect(prompt).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it("takes a long backlog in several questions, and none for turns that say nothing", async () => {
    const llm = answering();
    const bench = await fresh({ llm });
    await bench.ingest(Array.from({ length: 130 }, (_, index) => ({ role: "user", id: `m${index}`, content: `number ${index}: we talked about the boat and the harbour` })));
    await capture(bench);
    expect(llm.calls).toHaveLength(3);
    await bench.ingest([{ role: "user", content: "ok thanks" }]);
    await capture(bench);
    expect(llm.calls).toHaveLength(3);
    expect(await bench.store.openWindows(bench.realm)).toEqual([]);
    expect(await improvable(bench)).toBe(0);
  });

  it("lets others write while the model thinks", async () => {
    const llm = answering(HOME);
    llm.stall();
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    const capturing = capture(bench);
    const { store, queue, clock } = bench;
    const clients = createMemories({ store, queue, clock, ids: { next: () => crypto.randomUUID() } });
    await clients.remember(bench.realm, rememberRequest.parse({ user_id: bench.user, content: "Ana lives in Lisbon near the river." }));
    llm.recover();
    await capturing;
    // What was remembered meanwhile is seen when the answer is decided.
    expect(await texts(bench)).toEqual(["Ana lives in Lisbon near the river."]);
  });

  it("stops when it is aborted, and leaves the turns open", async () => {
    const llm = answering(HOME);
    llm.stall();
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    const abort = new AbortController();
    const capturing = expect(capture(bench, abort.signal)).rejects.toMatchObject({ code: "aborted" });
    abort.abort();
    await capturing;
    expect(await bench.store.openWindows(bench.realm)).toMatchObject([{ openTurns: 2 }]);
    expect(await memories(bench)).toEqual([]);
  });

  it("writes an answer wholly or not at all", async () => {
    const bench = await fresh({ llm: answering(HOME, SISTER) });
    await bench.ingest(SAID);
    const dying = await formationBench(opened, { user: bench.user, start: false, llm: answering(HOME, SISTER), wrap: (store) => ({ ...store, commitCapture: async () => Promise.reject(new Error("killed")) }) });
    await expect(capture(dying)).rejects.toThrow("killed");
    expect(await memories(bench)).toEqual([]);
    await Promise.all([capture(bench), capture(bench)]);
    expect(await texts(bench)).toHaveLength(2);
  });
});

describe("without a model", () => {
  it.each(["llm_unavailable", "llm_rejected", "llm_invalid", "llm_refused", "llm_budget_spent", "timeout"] as const)("rules go on after %s, and the turns can be improved", async (code) => {
    const llm = createFakeLlm();
    llm.failWith(code);
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    expect(await capture(bench)).toEqual({ outcome: "success" });
    expect((await memories(bench)).map(({ source }) => source)).toEqual(["capture:rules", "capture:rules"]);
    expect(await improvable(bench)).toBe(2);
  });

  it("asks a model that cannot be reached once a job, not once a window", async () => {
    const llm = createFakeLlm();
    llm.failWith("llm_unavailable");
    const bench = await fresh({ llm });
    await bench.ingest(Array.from({ length: 300 }, (_, index) => ({ role: "user", id: `m${index}`, content: `number ${index}: we talked about the boat and the harbour` })));
    await capture(bench);
    expect(llm.calls).toHaveLength(1);
    expect(await improvable(bench)).toBe(300);
  });

  it("over the wire: an overloaded server costs nothing but time", async () => {
    server.respond(() => fail(529));
    const llm = await createLlm({ kind: "anthropic", apiKey: "key", url: server.url, model: "claude-haiku-4-5" }, { resilience: { limits: { capture: { retries: 0 } } } });
    const bench = await fresh({ llm });
    await bench.ingest(SAID);
    await capture(bench);
    expect(await texts(bench)).toHaveLength(2);
    expect(await improvable(bench)).toBe(2);
    await llm.close();
  });
});

describe("improvement", () => {
  /** Turns that rules captured while the model was away; it is back. */
  async function captured(llm: FakeLlm, said: readonly object[] = SAID): Promise<FormationBench> {
    const bench = await fresh({ llm });
    llm.failWith("llm_unavailable");
    await bench.ingest(said);
    await capture(bench);
    llm.recover();
    bench.clock.time += 60_000;
    return bench;
  }

  it("replaces what the rules said by what the model says, and doubles nothing", async () => {
    const bench = await captured(answering(HOME, SISTER));
    const rules = await memories(bench);
    expect(rules).toHaveLength(2);
    expect(await improve(bench)).toEqual({ outcome: "success" });
    const now = await memories(bench);
    expect(now.map(({ text, source }) => [source, text]).sort()).toEqual([["capture:llm", "Ana lives in Lisbon near the river."], ["capture:llm", "Ana's sister Ines is a midwife."]]);
    expect(now.map(({ supersedes }) => supersedes).sort()).toEqual(rules.map(({ id }) => id).sort());
    expect((await memories(bench, true)).filter(({ retiredAt }) => retiredAt !== null).map(({ id }) => id).sort()).toEqual(rules.map(({ id }) => id).sort());
    expect(await improvable(bench)).toBe(0);
    expect(await improve(bench)).toEqual({ outcome: "skipped", reason: "nothing_open" });
  });

  it("keeps what the model says nothing of", async () => {
    const bench = await captured(answering(HOME));
    await improve(bench);
    expect((await memories(bench)).map(({ source }) => source).sort()).toEqual(["capture:llm", "capture:rules"]);
  });

  it("brings back nothing that was forgotten or ended meanwhile", async () => {
    const bench = await captured(answering(HOME, SISTER));
    const [first, second] = await memories(bench);
    await bench.store.eraseMemory(bench.realm, { id: first!.id, at: bench.clock.time });
    await bench.store.retireMemory(bench.realm, { id: second!.id, at: bench.clock.time });
    expect(await improve(bench)).toEqual({ outcome: "success" });
    expect(await memories(bench)).toEqual([]);
    expect(await improvable(bench)).toBe(0);
  });

  it.each(["llm_invalid", "llm_refused"] as const)("a window whose answer is of no use (%s) rests, stays open, and lets others go first", async (code) => {
    const llm = answering();
    const bench = await captured(llm);
    llm.failWith("llm_unavailable");
    await bench.ingest([{ role: "user", name: "Ana", content: "I work as a gardener in Sintra." }], { session_id: "older" });
    await bench.handlers.capture({ user_id: bench.user, session_id: "older", namespace: "global" }, context());
    llm.failWith(code);
    const before = llm.calls.length;
    expect(await improve(bench)).toEqual({ outcome: "skipped", reason: code });
    expect(await improve(bench)).toEqual({ outcome: "skipped", reason: "resting" });
    expect(llm.calls).toHaveLength(before + 1);
    expect(await bench.queue.depth()).toMatchObject({ improve: { waiting: 1 } });
    llm.recover();
    expect(await improve(bench, "older")).toEqual({ outcome: "success" });
    expect(await improvable(bench)).toBe(2);
    bench.clock.time += 3_600_001;
    expect(await improve(bench)).toEqual({ outcome: "success" });
    expect(await improvable(bench)).toBe(0);
  });

  it.each(["llm_unavailable", "llm_budget_spent", "timeout"] as const)("waits while the model is away (%s)", async (code) => {
    const llm = answering(HOME);
    const bench = await captured(llm);
    llm.failWith(code);
    expect(await improve(bench)).toEqual({ outcome: "skipped", reason: code });
    expect(await improvable(bench)).toBe(2);
    const without = await formationBench(opened, { user: bench.user, start: false });
    expect(await improve(without)).toEqual({ outcome: "skipped", reason: "no_llm" });
  });

  it("reconcile finds it, and it goes on by itself until all is done", async () => {
    const llm = answering();
    const bench = await captured(llm);
    llm.failWith("llm_unavailable");
    for (const session_id of ["a", "b", "c"]) {
      await bench.ingest([{ role: "user", name: "Ana", content: `I work as a gardener in town ${session_id}.` }], { session_id });
      await bench.handlers.capture({ user_id: bench.user, session_id, namespace: "global" }, context());
    }
    llm.recover();
    const asked = llm.calls.length;
    await bench.queue.start(bench.handlers);
    await bench.queue.runNow("reconcile", { user_id: bench.user });
    await bench.queue.idle();
    expect(await improvable(bench)).toBe(0);
    expect(llm.calls.slice(asked).map(({ messages }) => /town (\w)|Lisbon/.exec(messages[0]!.content)![0])).toEqual(["town c", "town b", "town a", "Lisbon"]);
    await bench.queue.close();
  });

  it("two workers improve a window once", async () => {
    const llm: Llm = answering(HOME, SISTER);
    const bench = await captured(llm as FakeLlm);
    await Promise.all([improve(bench), improve(bench), improve(bench)]);
    expect(await texts(bench)).toEqual(["Ana lives in Lisbon near the river.", "Ana's sister Ines is a midwife."]);
  });
});
