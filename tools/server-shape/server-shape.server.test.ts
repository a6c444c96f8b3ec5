import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { ingestRoutes } from "@memory-cortex/ingest";
import type { IngestServices } from "@memory-cortex/ingest";
import { systemClock } from "@memory-cortex/models";
import type { RecallResponse } from "@memory-cortex/models";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import type { RecallApiServices } from "@memory-cortex/recall-api";
import { openBoltStore } from "@memory-cortex/store-bolt";
import { sampleOf, validRequest } from "@memory-cortex/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ROOT } from "../compose/read-compose.ts";
import { faultsOfTalk, faultsOfUser } from "./faults.ts";
import { questionsOf } from "./questions.ts";
import type { Answer } from "./shape-client.ts";
import type { ComposedShape } from "./start-composed-shape.ts";
import { talkOf } from "./talk.ts";
import { caddy, serversMissing, showLogsOfFailure, startTestedShape } from "./tested-shape.ts";
import { until } from "./until.ts";

/** Two of each that more than one may run of; else exactly the commands, the environment and the numbers of the compose file. */
const COPIES = { "recall-api": 2, ingest: 2, worker: 2 };
const LIMIT_MS = 120_000;
const TIMEOUT_MS = 400_000;
/** The compose file's `stop_grace_period` less what Docker needs: what runs may use 10 s of it, and closing what is left comes after. */
const STOP_LIMIT_MS = 14_000;
const MARK = "marmalade";
const TOKENS = [
  { token: "bert-reads-and-writes", roles: ["read", "write"], users: ["bert"] },
  { token: "anna-reads-and-writes", roles: ["read", "write"], users: ["anna"] },
  { token: "anna-in-her-office", roles: ["read", "write"], users: ["anna"], namespaces: ["office"] },
];

let shape: ComposedShape;
beforeAll(async () => {
  if (!serversMissing) shape = await startTestedShape({ copies: COPIES, tokens: TOKENS });
}, TIMEOUT_MS);
afterAll(() => shape?.stop());
showLogsOfFailure(() => shape);

/** Asks until the answer is as wished: a process that has just started, or a busy machine, answers honestly with less. */
async function askUntil(ask: () => Promise<Answer>, wished: (answer: Answer) => boolean): Promise<Answer> {
  let last: Answer | null = null;
  await until(async () => wished((last = await ask())), { limitMs: LIMIT_MS, otherwise: () => `Never as wished: ${last?.text ?? "no answer"}` });
  return last!;
}
const recall = (userId: string, query: string, token = shape.token): Promise<Answer> => shape.ask("/v1/recall", { json: { user_id: userId, query, deadline_ms: 5_000 }, token });
const flush = (userId: string): Promise<Answer> => askUntil(() => shape.ask("/v1/flush", { json: { user_id: userId, timeout_ms: 20_000 }, limitMs: 60_000 }), ({ body }) => body.done === true);

describe.skipIf(serversMissing)("the server shape of the compose file on a real Neo4j and on a real Redis", () => {
  it("captures after the silence of the settings, without being told: begun here, looked at in the end", async () => {
    const messages = [{ role: "user", content: "I always drink green tea in the morning." }];
    expect(await shape.ask("/ingest", { json: { user_id: "patient", session_id: "s", messages } })).toMatchObject({ status: 202, body: { status: "debounced", debounce_seconds: 30, accepted: 1 } });
  });

  describe("the conversation of README.md", () => {
    const page = readFileSync(join(ROOT, "README.md"), "utf8");
    /** The shell lines under a marker, as a reader would copy them; only the address is another, there is a token, and a recall has time on a busy machine. */
    async function shell<Value>(marker: string): Promise<Value> {
      const lines = new RegExp(`<!-- curl: ${marker} -->\\n\`\`\`sh\\n(.*?)\`\`\``, "s").exec(page)![1]!;
      const here = lines.replaceAll("http://127.0.0.1:8300", shape.url!).replaceAll("-H 'content-type", `-H 'authorization: Bearer ${shape.token}' -H 'content-type`).replace('"query":', '"deadline_ms": 10000, "query":');
      return JSON.parse((await promisify(execFile)("sh", ["-c", here])).stdout) as Value;
    }

    it.skipIf(caddy === null)("is answered with the Friday turn over the one port of the proxy, with Caddy", async () => {
      expect(await shell("ingest")).toMatchObject({ status: "debounced", accepted: 5, duplicate: 0 });
      let first = "";
      await until(async () => (first = (await shell<RecallResponse>("recall")).items[0]?.text ?? "").includes("Friday at two"), { limitMs: LIMIT_MS, otherwise: () => `The first item is "${first}"` });
      expect(await shell("ingest")).toMatchObject({ accepted: 0, duplicate: 5 });
    });

    it("becomes memories by any worker, which are recalled, listed, and forgotten for good", async () => {
      const messages = [{ role: "user", content: "I prefer tea to coffee." }, { role: "assistant", content: "Noted." }, { role: "user", content: "My dentist is Doctor Quill in Leiden." }];
      expect((await shape.ask("/ingest", { json: { user_id: "cora", session_id: "one", messages } })).body).toMatchObject({ accepted: 3 });
      expect((await flush("cora")).body).toEqual({ done: true, pending: { capture: 0, embed: 0, extract: 0 } });
      const listed = (await shape.ask("/v1/memories?user_id=cora")).body.memories as { id: string; content: string }[];
      const { id } = listed.find(({ content }) => content === "I prefer tea to coffee.")!;
      // A memory and the turns that it rests on count once: the better of them stands in the answer.
      const found = ({ body }: Answer): boolean => body.items?.some(({ text }: { text: string }) => text.includes("tea to coffee")) === true;
      expect(found(await askUntil(() => recall("cora", "Do I prefer tea or coffee?"), found))).toBe(true);
      expect((await shape.ask(`/v1/memories/${id}?user_id=cora&forget=true`, { method: "DELETE" })).body).toEqual({ id, status: "erased" });
      expect((await shape.ask(`/v1/memories/${id}?user_id=cora`)).status).toBe(404);
      expect((await shape.ask("/v1/memories?user_id=cora")).text).not.toContain(id);
      expect((await recall("cora", "Do I prefer tea or coffee?")).text).not.toContain(id);
    });
  });

  it("gives a conversation out as lines and forgets it for every process: neither the agent nor the lines bring it back", async () => {
    const messages = ["My locker opens with the name of the old lighthouse.", "The bakery opens at six."].map((content, index) => ({ role: "user", content, id: `m${index}` }));
    const say = (): Promise<Answer> => shape.ask("/ingest", { json: { user_id: "dave", session_id: "locker", messages } });
    const exported = async (): Promise<string> => (await shape.ask("/v1/export", { json: { user_id: "dave" } })).text;
    expect((await say()).body).toMatchObject({ accepted: 2 });
    await flush("dave");
    const lines = await exported();
    expect(lines).toContain("lighthouse");
    // Each of the two processes keeps something of an answer by now.
    for (let asked = 0; asked < 2; asked += 1) await askUntil(() => recall("dave", "What does my locker open with?"), ({ text }) => text.includes("lighthouse"));
    const forget = (fields: object): Promise<Answer> => shape.ask("/v1/forget", { json: { user_id: "dave", session_id: "locker", ...fields } });
    expect((await forget({})).body).toMatchObject({ dry_run: true, turns: 2, sessions: 1 });
    expect((await forget({ dry_run: false })).body).toMatchObject({ dry_run: false, turns: 2, sessions: 1 });
    for (let asked = 0; asked < 4; asked += 1) expect((await recall("dave", "What does my locker open with?")).text).not.toContain("lighthouse");
    expect((await say()).body).toMatchObject({ accepted: 0, ignored: [{ index: 0, reason: "forgotten" }, { index: 1, reason: "forgotten" }] });
    expect((await shape.ask("/v1/import?user_id=dave", { lines })).body).toMatchObject({ turns: { imported: 0, forgotten: 2 }, memories: { imported: 0 } });
    expect(await exported()).not.toContain("lighthouse");
  });

  it("keeps each turn once, whichever ingest takes it and however often it is sent at once", async () => {
    const messages = ["I never eat mushrooms.", "I always take the stairs at work."].map((content, index) => ({ role: "user", content, id: `m${index}` }));
    const answers = await Promise.all(Array.from({ length: 24 }, () => shape.ask("/ingest", { json: { user_id: "dora", session_id: "one", messages } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(answers.reduce((sum, { body }) => sum + (body.accepted as number), 0)).toBe(2);
    for (const { child } of shape.of("ingest")) expect(child.log(1_000)).toContain('"route":"/ingest"');
    await flush("dora");
    const { body } = await shape.ask("/v1/memories?user_id=dora");
    expect(body.memories.map(({ content }: { content: string }) => content).sort()).toEqual(["I always take the stairs at work.", "I never eat mushrooms."]);
  });

  describe("isolation", () => {
    const routes = [...recallApiRoutes({} as RecallApiServices), ...ingestRoutes({} as IngestServices)].filter(({ user }) => user !== "none");
    const lineOf = ({ method, path }: (typeof routes)[number]): string => `${method} ${path}`;
    const reading = routes.filter(({ role }) => role === "read").map(lineOf);
    let ids: { memory: string; receipt: string };
    beforeAll(async () => {
      const say = (userId: string, content: string) => shape.ask("/ingest", { json: { user_id: userId, session_id: "sample", messages: [{ role: "user", content, id: "sample" }] } });
      await say("anna", `The ${MARK} is in the cellar.`);
      await say("bert", "The bread is on the table.");
      const remembered = await shape.ask("/v1/remember", { json: { user_id: "anna", content: `Anna hides the ${MARK}` } });
      const recalled = await recall("anna", MARK);
      ids = { memory: remembered.body.id as string, receipt: recalled.body.receipt_id as string };
      await flush("anna");
    }, TIMEOUT_MS);

    /** A request that would find the marked text, if only its realm allowed. */
    function send(line: string, userId: string, token: string): Promise<Answer> {
      const route = routes.find((one) => lineOf(one) === line)!;
      const { target, body } = validRequest(route, userId);
      const aimed = target.replace("/memories/sample", `/memories/${ids.memory}`).replace("/receipts/sample", `/receipts/${ids.receipt}`).replace("q=sample", `q=${MARK}`);
      const json = body === null ? undefined : { ...sampleOf(route.body!, "least"), ...body, ...("query" in body ? { query: MARK, deadline_ms: 10_000 } : {}) };
      return shape.ask(aimed, { method: route.method, token, ...(json === undefined ? {} : { json }) });
    }
    const shows = ({ text }: Answer): boolean => text.includes(MARK) || text.includes(ids.memory);

    it("there is something to find for its own user", async () => {
      for (const line of ["POST /v1/recall", "POST /hybrid-search", "GET /v1/memories/{id}", "GET /v1/memories"]) expect([line, shows(await askUntil(() => send(line, "anna", "anna-reads-and-writes"), shows))]).toEqual([line, true]);
    });

    it.each(routes.map(lineOf))("%s: a user of others is as nobody", async (line) => {
      const foreign = await send(line, "anna", "bert-reads-and-writes");
      expect(foreign).toMatchObject({ status: 404, body: { code: "unknown_user" } });
      expect(shows(foreign)).toBe(false);
    });

    it.each(reading)("%s: holds nothing of another user, and keeps to the namespaces of the token", async (line) => {
      expect(shows(await send(line, "bert", "bert-reads-and-writes"))).toBe(false);
      expect(shows(await send(line, "anna", "anna-in-her-office"))).toBe(false);
    });

    it("nothing was written by those who may not", async () => {
      const { body } = await shape.ask("/v1/memories?user_id=anna");
      expect(body.memories.filter(({ retired_at: at }: { retired_at: string | null }) => at === null).map(({ content }: { content: string }) => content)).toEqual([`Anna hides the ${MARK}`]);
    });
  });

  it("ends in time and in good order under load, app after app, and loses and doubles nothing by it", async ({ task }) => {
    const { ask } = shape;
    // A talk begins anew when the test is tried again: with users of its own.
    const attempt = task.result?.retryCount ?? 0;
    const talks = [`emil-${attempt}`, `fred-${attempt}`].map((userId, index) => talkOf({ ask, userId, habit: index === 0 ? "ids" : "whole", paceMs: 200 }));
    const questions = talks.map((talk) => questionsOf({ ask, userId: talk.userId, talks: [talk], random: Math.random, paceMs: 150, storeAway: () => false }));
    const end = new AbortController();
    const running = [...talks, ...questions].map(({ run }) => run(end.signal));
    const isTalked = async (): Promise<void> => {
      const [before, asked] = [talks.map(({ acknowledgements }) => acknowledgements), questions.map((one) => one.found)];
      await until(() => talks.every((talk, index) => talk.acknowledgements > before[index]!) && questions.every(({ found }, index) => found > asked[index]!), { limitMs: LIMIT_MS, otherwise: () => "Nobody is served." });
    };
    await isTalked();
    const ends: { name: string; code: number | null; milliseconds: number }[] = [];
    for (const app of shape.apps) {
      ends.push({ name: app.name, ...(await app.child.stop()) });
      await app.start();
      await isTalked();
    }
    end.abort();
    await Promise.all(running);
    expect(ends.map(({ name, code }) => ({ name, code }))).toEqual(shape.apps.map(({ name }) => ({ name, code: 0 })));
    expect(Math.max(...ends.map(({ milliseconds }) => milliseconds))).toBeLessThan(STOP_LIMIT_MS);
    expect(talks.flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const { userId } of talks) await flush(userId);
    const store = await openBoltStore({ url: `bolt://${shape.bolt.address}`, clock: systemClock });
    try {
      const faults = await Promise.all(talks.map(async (talk) => [...(await faultsOfTalk(store, talk)), ...(await faultsOfUser(store, talk.userId))]));
      expect(faults.flat()).toEqual([]);
    } finally {
      await store.close();
    }
  }, TIMEOUT_MS);

  it("two schedulers: one leads, the other takes over when it is killed", async () => {
    const first = shape.of("scheduler")[0]!;
    const second = await shape.another("scheduler");
    await second.start();
    const leads = async (one: typeof first): Promise<boolean> => (await one.readiness())?.parts["leader"]?.details?.["leads"] === true;
    await until(() => leads(first), { limitMs: LIMIT_MS, otherwise: () => "The first does not lead." });
    expect(await leads(second)).toBe(false);
    await first.kill();
    await until(() => leads(second), { limitMs: LIMIT_MS, otherwise: () => "The second does not take over." });
    await first.start();
    expect([await leads(first), await leads(second)]).toEqual([false, true]);
  }, TIMEOUT_MS);

  it("captured after the silence of the settings", async () => {
    const { body } = await askUntil(() => shape.ask("/v1/memories?user_id=patient"), (answer) => answer.body.memories.length > 0);
    expect(body.memories).toMatchObject([{ content: "I always drink green tea in the morning." }]);
  });
});
