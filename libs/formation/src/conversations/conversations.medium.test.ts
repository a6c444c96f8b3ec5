import { CortexError, realmOf } from "@memory-cortex/models";
import { analyseQuery } from "@memory-cortex/text";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { conversation, excerpts, request } from "../align/conversation.fixture.ts";
import type { Telling, Wording } from "../align/conversation.fixture.ts";
import type { Message } from "../align/session-model.fixture.ts";
import { formationBench, openBenchStore } from "../../test/formation-bench.ts";
import type { FormationBench } from "../../test/formation-bench.ts";

let opened: Awaited<ReturnType<typeof openBenchStore>>;
let bench: FormationBench;
let users = 0;
const nextUser = (): string => `user-${(users += 1)}`;

beforeAll(async () => {
  opened = await openBenchStore();
});
afterAll(async () => opened.close());
beforeEach(async () => {
  bench = await formationBench(opened, { user: nextUser(), start: false });
});

const say = (...texts: string[]) => texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
const DENTIST = ["Can you move my dentist appointment?", "Done, it is on Friday at nine now.", "Thank you!"];

describe("ingest", () => {
  it("keeps what is new of a history and counts every message once", async () => {
    expect(await bench.ingest(say(...DENTIST.slice(0, 2)))).toEqual({ status: "debounced", debounce_seconds: 30, session_id: "s", accepted: 2, duplicate: 0, ignored: [] });
    const again = await bench.ingest([{ role: "system", content: "You are helpful." }, ...say(...DENTIST), { role: "tool", content: "{}" }]);
    expect(again).toMatchObject({ accepted: 1, duplicate: 2, ignored: [{ index: 0, reason: "system_prompt" }, { index: 4, reason: "tool_output" }] });
    expect(await bench.texts()).toEqual(DENTIST);
  });

  it("lets words find a turn when it answers", async () => {
    await bench.ingest(say(...DENTIST));
    const hits = await bench.store.searchText(realmOf(bench.user), { terms: analyseQuery("dentist Friday"), filter: { kinds: ["turn"], includeHistory: false, now: bench.clock.time }, limit: 5, window: 0 });
    expect(hits.map(({ ref }) => ref.position).sort()).toEqual([0, 1]);
  });

  it("keeps speaker, time, id and session header", async () => {
    await bench.ingest([{ role: "user", name: "Ana", id: "m1", timestamp: "2024-03-01T10:00:00Z", content: "Hello there" }, { role: "assistant", content: "Hi" }], { channel: "telegram", agent_id: "main", project: "home" });
    const page = await bench.store.listTurns(realmOf(bench.user), { sessionId: "s", after: -1, limit: 10 });
    expect(page!.turns).toMatchObject([
      { speaker: "Ana", externalId: "m1", observedAt: Date.UTC(2024, 2, 1, 10), timed: true, channel: "telegram", agentId: "main", project: "home" },
      { speaker: null, externalId: null, observedAt: bench.clock.time, timed: false },
    ]);
  });

  it("redacts secrets before anything is written", async () => {
    const key = `sk-ant-api03-${"Ab1_".repeat(23)}AA`;
    await bench.ingest(say(`My key is ${key}, keep it safe`));
    expect((await bench.texts()).join()).not.toContain(key);
    expect(await bench.ingest([...say(`My key is ${key}, keep it safe`), { role: "assistant", content: "I will." }])).toMatchObject({ accepted: 1, duplicate: 1 });
  });

  it("ignores the summary of a compaction and says so", async () => {
    await bench.ingest(say(...DENTIST));
    const window = [{ role: "user", content: "Summary of the conversation: a dentist." }, ...say("x", ...DENTIST.slice(1), "Anything else?").slice(1)];
    expect(await bench.ingest(window)).toMatchObject({ accepted: 1, duplicate: 2, ignored: [{ index: 0, reason: "summary" }] });
  });

  it("keeps namespaces and users apart", async () => {
    await bench.ingest(say(...DENTIST), { namespace: "personal" });
    expect(await bench.ingest(say(...DENTIST))).toMatchObject({ accepted: 3 });
    const other = await formationBench(opened, { user: nextUser(), start: false });
    expect(await other.ingest(say(...DENTIST))).toMatchObject({ accepted: 3 });
  });

  it("wakes capture after the debounce, or at once when asked to, and embedding soon", async () => {
    await bench.ingest(say(...DENTIST));
    expect(await bench.queue.depth()).toMatchObject({ capture: { delayed: 1, waiting: 0 }, embed: { delayed: 1 } });
    expect(await bench.ingest(say(...DENTIST), { debounce: false })).toMatchObject({ status: "accepted", accepted: 0, duplicate: 3 });
    expect(await bench.queue.depth()).toMatchObject({ capture: { delayed: 0, waiting: 1 } });
  });

  it("stands although the queue fails", async () => {
    await bench.queue.close();
    expect(await bench.ingest(say(...DENTIST))).toMatchObject({ accepted: 3 });
    expect(await bench.texts()).toEqual(DENTIST);
  });

  it("keeps each turn once when histories arrive at the same time", async () => {
    const history = say(...Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? "ok" : `statement number ${index} of this talk`)));
    const [first, second] = [bench, await formationBench(opened, { user: bench.user, start: false })];
    const answers = await Promise.all(history.slice(1).map((_, index) => (index % 2 === 0 ? first : second).ingest(history.slice(0, index + 2))));
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(40);
    expect(await bench.texts()).toEqual(history.map(({ content }) => content));
  });

  it("aligns anew when another writer was first, and gives up after many times", async () => {
    let losses = 3;
    const losing = await formationBench(opened, {
      user: bench.user,
      start: false,
      wrap: (store) => ({ ...store, appendTurns: async (realm, append, options) => (losses-- > 0 ? { outcome: "stale" as const } : store.appendTurns(realm, append, options)) }),
    });
    expect(await losing.ingest(say(...DENTIST))).toMatchObject({ accepted: 3 });
    losses = Infinity;
    await expect(losing.ingest(say(...DENTIST, "more"))).rejects.toMatchObject({ code: "revision_conflict" });
    expect(await bench.texts()).toEqual(DENTIST);
  });

  it("keeps nothing of a request whose write failed", async () => {
    const broken = await formationBench(opened, {
      user: bench.user,
      start: false,
      wrap: (store) => ({ ...store, appendTurns: async () => Promise.reject(new CortexError("disk_full")) }),
    });
    await expect(broken.ingest(say(...DENTIST))).rejects.toMatchObject({ code: "disk_full" });
    expect(await bench.texts()).toEqual([]);
  });
});

const asMessages = (messages: readonly Message[]): object[] =>
  messages.map(({ contentHash, externalId, saidAt }) => ({ role: "user", content: contentHash, id: externalId, timestamp: saidAt }));

/** Requests of a conversation, some of them at the same time. */
function told(wording: Wording, telling: Telling, shortest: number) {
  return conversation(wording, telling, { minLength: 2, maxLength: 16 }).chain((messages) =>
    fc.record({ messages: fc.constant(messages), parts: excerpts(messages.length, Math.min(shortest, messages.length), { minLength: 1, maxLength: 8 }), together: fc.integer({ min: 1, max: 3 }) }),
  );
}

async function send(messages: readonly Message[], parts: readonly { from: number; to: number; summary: boolean }[], together: number): Promise<string[]> {
  const fresh = await formationBench(opened, { user: nextUser(), start: false });
  for (let at = 0; at < parts.length; at += together) {
    await Promise.all(
      parts.slice(at, at + together).map(async (part) => {
        const sent = request(messages, part);
        const { accepted, duplicate, ignored } = await fresh.ingest(asMessages(sent));
        expect(accepted + duplicate + ignored.length).toBe(sent.length);
      }),
    );
  }
  return fresh.texts();
}

describe("whatever is sent in whatever order, also at the same time", () => {
  const runs = { numRuns: 25 };

  it("stands once and in order when messages carry times", async () => {
    await fc.assert(
      fc.asyncProperty(told("repeated", { ids: false, times: true }, 1), async ({ messages, parts, together }) => {
        const said = new Set(parts.flatMap(({ from, to }) => messages.slice(from, to)));
        expect(await send(messages, parts, together)).toEqual(messages.filter((message) => said.has(message)).map(({ contentHash }) => contentHash));
      }),
      runs,
    );
  });

  it("stands once when messages carry ids", async () => {
    await fc.assert(
      fc.asyncProperty(told("any", { ids: true, times: false }, 1), async ({ messages, parts, together }) => {
        const said = new Set(parts.flatMap(({ from, to }) => messages.slice(from, to)));
        expect((await send(messages, parts, together)).sort()).toEqual([...said].map(({ contentHash }) => contentHash).sort());
      }),
      runs,
    );
  });

  it("stands once and in order for callers of whole histories, whatever is said", async () => {
    await fc.assert(
      fc.asyncProperty(told("any", { ids: false, times: false }, 2), async ({ messages, parts, together }) => {
        const whole = parts.map(({ to, summary }) => ({ from: 0, to: Math.max(2, to), summary }));
        const longest = Math.max(...whole.map(({ to }) => to));
        expect(await send(messages, whole, together)).toEqual(messages.slice(0, longest).map(({ contentHash }) => contentHash));
      }),
      runs,
    );
  });
});
