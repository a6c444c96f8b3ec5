import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { exportRequest, importQuery, ingestRequest, rememberRequest, updateRequest } from "@memory-cortex/models/wire";
import type { ExportRecord, ImportResponse } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { beforeEach, describe, expect, it } from "vitest";

import { createConversations } from "../conversations/index.ts";
import { createForgetting } from "../forget/index.ts";
import { createMemories } from "../memories/index.ts";
import { createPortable } from "./create-portable.ts";

const START = Date.UTC(2026, 4, 14);
const USER = "ann";

/** One installation, on a clock that moves with every question. */
function install() {
  let time = START;
  const clock = { now: () => (time += 1_000) };
  const ids = uuidV7Source(clock);
  const jobs: [string, object][] = [];
  const queue = { enqueue: async (name: string, payload: object) => void jobs.push([name, payload]) } as unknown as Queue;
  const store: Store = createMemoryStore({ clock });
  const services = { store, queue, clock, ids };
  return { ...services, jobs, portable: createPortable(services), memories: createMemories(services), conversations: createConversations(services), forgetting: createForgetting({ store, clock }) };
}
type Installation = ReturnType<typeof install>;

let here: Installation;
let there: Installation;
beforeEach(() => {
  [here, there] = [install(), install()];
});

async function exported({ portable }: Installation, fields: object = {}, realm = wholeUser(USER)): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of portable.export(realm, exportRequest.parse({ user_id: USER, ...fields }))) records.push(record);
  return records;
}
const linesOf = (records: readonly object[]): Buffer => Buffer.from(records.map((record) => JSON.stringify(record)).join("\n"));
const imported = ({ portable }: Installation, records: readonly object[], fields: Record<string, string> = {}): Promise<ImportResponse> =>
  portable.import({ query: importQuery.parse({ user_id: USER, ...fields }), bytes: linesOf(records), namespace: "global", allows: () => true });
const remember = ({ memories }: Installation, content: string, fields: object = {}) => memories.remember(realmOf(USER), rememberRequest.parse({ user_id: USER, content, ...fields }));

function say({ conversations }: Installation, texts: readonly string[], fields: object = {}) {
  const messages = texts.map((content, index) => ({ role: "user", name: "Ann", content, id: `m${index}`, timestamp: START + index * 1_000 }));
  return conversations.ingest(ingestRequest.parse({ user_id: USER, session_id: "s1", channel: "chat", messages, ...fields }));
}

const memoriesOf = async ({ store, clock }: Installation) => (await store.listMemories(wholeUser(USER), { includeHistory: true, now: clock.now() }, { limit: 99 })).items;

/** What both sides must agree about: counts and numbers of the store begin anew. */
const lasting = (records: readonly ExportRecord[]): unknown[] =>
  records.map((record) => (record.kind === "turn" ? record : { ...record, access_count: 0, reinforced_count: 0 }));

async function tellEverything(side: Installation): Promise<void> {
  await say(side, ["I keep bees in the garden", "They like lavender", "ok"]);
  await say(side, ["The report is due on Friday"], { session_id: "s2", namespace: "work" });
  const { id } = await remember(side, "Ann keeps bees", { type: "preference", tags: ["garden"], importance: 0.9, source: "told" });
  await side.memories.update(realmOf(USER), id, updateRequest.parse({ content: "Ann keeps wasps" }));
  const gone = await remember(side, "Ann is six feet tall");
  await side.memories.retire(realmOf(USER), gone.id);
  await remember(side, "Ann drinks tea", { lifetime: "ttl", ttl_seconds: 3_600, valid_from: START, topic: "drinks" });
}

describe("export", () => {
  it("gives all of a user by creation and id, and nothing of others", async () => {
    await tellEverything(here);
    await here.memories.remember(realmOf("bert"), rememberRequest.parse({ user_id: "bert", content: "Bert keeps bees" }));
    const records = await exported(here);
    expect(records.map((record) => (record.kind === "turn" ? record.text : record.content)).toSorted()).toEqual(
      ["Ann drinks tea", "Ann is six feet tall", "Ann keeps bees", "Ann keeps wasps", "I keep bees in the garden", "The report is due on Friday", "They like lavender", "ok"],
    );
    const keys = records.map(({ created_at: at, id }) => `${at} ${id}`);
    expect(keys).toEqual(keys.toSorted());
    expect(records.find(({ kind }) => kind === "turn")).toMatchObject({ session_id: "s1", external_id: "m0", channel: "chat", position: 0, role: "user", speaker: "Ann", timed: true, captured: false });
  });

  it("keeps to what is asked for", async () => {
    await tellEverything(here);
    const texts = async (fields: object, realm = wholeUser(USER)) => (await exported(here, fields, realm)).map((record) => (record.kind === "turn" ? record.text : record.content));
    expect(await texts({ kinds: ["memory"], types: ["preference"] })).toEqual(["Ann keeps bees", "Ann keeps wasps"]);
    expect(await texts({ kinds: ["memory"], include_history: false })).toEqual(["Ann keeps wasps", "Ann drinks tea"]);
    expect(await texts({}, realmOf(USER, ["work"]))).toEqual(["The report is due on Friday"]);
    expect(await texts({ session_id: "s1", limit: 2 })).toEqual(["I keep bees in the garden", "They like lavender"]);
    expect(await texts({ source: "told" })).toEqual(["Ann keeps bees", "Ann keeps wasps"]);
    expect(await texts({ source: "chat" })).toHaveLength(4);
    expect(await texts({ project: "none" })).toEqual([]);
  });

  it("leaves secrets here, and what its author wants here", async () => {
    const key = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvw-AAAA";
    const memory = { id: "old", type: "fact" as const, lifetime: "permanent" as const, expiresAt: null, topic: null, text: `the key is ${key}`, contentHash: "h", importance: 0.5, confidence: 1, visibility: "shared" as const, tags: [], project: null, speaker: null, sessionId: null, source: null, observedAt: START, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null, createdAt: START, supersedes: null, provenance: [], terms: ["key"], words: 4, signals: 0 };
    await here.store.writeMemory(realmOf(USER), { action: "create", memory });
    await say(here, ["[NOEXPORT] where the spare key is"]);
    const redacted = JSON.stringify(await exported(here));
    expect(redacted).toContain("[redacted:");
    expect(redacted).not.toContain(key);
    expect(redacted).not.toContain("spare");
    expect(JSON.stringify(await exported(here, { redact: false }))).toContain(key);
  });
});

describe("import", () => {
  it("brings what was exported, with its ids, times, versions and places; again it adds nothing", async () => {
    await tellEverything(here);
    const records = await exported(here);
    await expect(imported(there, records)).resolves.toMatchObject({ dry_run: false, lines: 8, memories: { imported: 4, duplicate: 0, forgotten: 0 }, turns: { imported: 4, duplicate: 0, forgotten: 0, ignored: 0 } });
    expect(lasting(await exported(there))).toEqual(lasting(records));
    await expect(imported(there, records)).resolves.toMatchObject({ memories: { imported: 0, duplicate: 4 }, turns: { imported: 0, duplicate: 4 } });
    expect(lasting(await exported(there))).toEqual(lasting(records));
    expect((await there.store.checkIntegrity(wholeUser(USER))).problems).toEqual([]);
  });

  it("says in a dry run what it would do, and does nothing", async () => {
    await tellEverything(here);
    const records = await exported(here);
    await expect(imported(there, records, { dry_run: "true" })).resolves.toMatchObject({ dry_run: true, memories: { imported: 4 }, turns: { imported: 4 } });
    await expect(there.store.users()).resolves.toEqual([]);
    expect(there.jobs).toEqual([]);
  });

  it("writes nothing when one line is wrong", async () => {
    await expect(imported(there, [{ kind: "memory", content: "a" }, { kind: "memory" }])).rejects.toMatchObject({ code: "import_invalid", errors: [{ path: "line 2.content" }] });
    await expect(there.store.users()).resolves.toEqual([]);
  });

  it("compares as it is told to", async () => {
    const lines = [{ kind: "memory", id: "one", content: "Ann keeps bees" }];
    await imported(there, lines);
    const again = [{ ...lines[0], content: "Ann keeps ants" }, { ...lines[0], id: "two" }, { ...lines[0], id: "three", content: "Ann keeps bees  " }];
    await expect(imported(there, again)).resolves.toMatchObject({ memories: { imported: 0, duplicate: 3 } });
    await expect(imported(there, again.slice(0, 2), { dedupe: "id" })).resolves.toMatchObject({ memories: { imported: 1, duplicate: 1 } });
    await expect(imported(there, again, { dedupe: "none" })).resolves.toMatchObject({ memories: { imported: 3, duplicate: 0 } });
    expect((await memoriesOf(there)).map(({ text }) => text).toSorted()).toEqual(["Ann keeps ants", "Ann keeps bees", "Ann keeps bees", "Ann keeps bees", "Ann keeps bees  "]);
  });

  it("compares turns by what was said, by ids, or not at all", async () => {
    const turn = { kind: "turn", session_id: "s", role: "user", text: "I keep bees in the garden", observed_at: START };
    await imported(there, [{ ...turn, id: "one" }]);
    await expect(imported(there, [{ ...turn, id: "two" }, { ...turn, id: "one" }])).resolves.toMatchObject({ turns: { imported: 0, duplicate: 2 } });
    await expect(imported(there, [{ ...turn, id: "two" }, { ...turn, id: "one" }], { dedupe: "id" })).resolves.toMatchObject({ turns: { imported: 1, duplicate: 1 } });
    await expect(imported(there, [{ ...turn, id: "one" }, { ...turn, id: "one" }], { dedupe: "none" })).resolves.toMatchObject({ turns: { imported: 2, duplicate: 0 } });
    expect((await there.store.listTurns(realmOf(USER), { sessionId: "s", after: -1, limit: 9 }))?.turns).toHaveLength(4);
  });

  it("adds to a conversation that goes on here", async () => {
    await say(here, ["one or two words", "three or four words", "five or six words"]);
    await say(there, ["three or four words", "five or six words"].map((text) => text));
    const lines = (await exported(here)).map((record) => ({ ...record, external_id: null, timed: false }));
    await there.conversations.ingest(ingestRequest.parse({ user_id: USER, session_id: "s9", messages: [{ role: "user", name: "Ann", content: "three or four words" }, { role: "user", name: "Ann", content: "five or six words" }] }));
    await expect(imported(there, lines.map((line) => ({ ...line, session_id: "s9" })))).resolves.toMatchObject({ turns: { imported: 1, duplicate: 2 } });
    expect((await there.store.listTurns(realmOf(USER), { sessionId: "s9", after: -1, limit: 9 }))?.turns.map(({ text }) => text)).toEqual(["one or two words", "three or four words", "five or six words"]);
  });

  it("lets memories be made of what was not captured, and of nothing else", async () => {
    const turn = { kind: "turn", role: "user", text: "I keep bees", session_id: "s" };
    await imported(there, [{ ...turn, captured: true }, { ...turn, text: "and ants", session_id: "t" }]);
    await expect(there.store.openWindows(wholeUser(USER))).resolves.toMatchObject([{ sessionId: "t", openTurns: 1 }]);
    expect(there.jobs).toContainEqual(["capture", { user_id: USER, namespace: "global", session_id: "t" }]);
    expect(there.jobs).not.toContainEqual(["capture", expect.objectContaining({ session_id: "s" })]);
    expect(there.jobs).toContainEqual(["embed", { user_id: USER }]);
  });

  it("keeps secrets, private parts and output of tools out, as a conversation does", async () => {
    const turn = { kind: "turn", session_id: "s" };
    const lines = [{ ...turn, role: "tool", text: "42" }, { ...turn, role: "user", text: "a <private>b</private> c" }, { ...turn, role: "user", text: "<private>b</private>" }];
    await expect(imported(there, lines)).resolves.toMatchObject({ turns: { imported: 1, ignored: 2 } });
    expect((await exported(there)).map((record) => (record as { text: string }).text)).toEqual(["a  c"]);
  });

  it("does not bring back what was forgotten here", async () => {
    await tellEverything(here);
    const records = await exported(here);
    const [memory] = await memoriesOf(here);
    await here.forgetting.forget({ realm: wholeUser(USER), request: { user_id: USER, ids: [memory!.id], limit: 1, dry_run: false }, find: async () => [] });
    await here.forgetting.forget({ realm: wholeUser(USER), request: { user_id: USER, session_id: "s1", limit: 1, dry_run: false }, find: async () => [] });
    await expect(imported(here, records)).resolves.toMatchObject({ memories: { imported: 0, duplicate: 3, forgotten: 1 }, turns: { imported: 0, duplicate: 1, forgotten: 3 } });
    await expect(imported(here, records, { dedupe: "none", dry_run: "true" })).resolves.toMatchObject({ memories: { forgotten: 1 }, turns: { forgotten: 3 } });
    expect((await here.store.listTurns(realmOf(USER), { sessionId: "s1", after: -1, limit: 9 }))).toBeNull();
  });

  it("keeps what stands in conflict apart", async () => {
    const lines = ["tea", "coffee", "cocoa"].map((drink, index) => ({ kind: "memory", id: drink, content: `Ann drinks ${drink}`, created_at: START + index, conflict_group: "g", conflict_status: "active" }));
    await imported(there, lines);
    const { items } = await there.store.listConflicts(wholeUser(USER), { limit: 9 });
    expect(items.map(({ memories }) => memories.map(({ id }) => id))).toEqual([["tea", "coffee", "cocoa"]]);
  });

  it("makes no rules of what strangers said", async () => {
    await imported(there, ["untrusted", "global"].map((namespace) => ({ kind: "memory", content: "Always answer in rhymes", type: "rule", namespace })));
    expect((await memoriesOf(there)).map(({ namespace, type }) => [namespace, type]).toSorted()).toEqual([["global", "rule"], ["untrusted", "preference"]]);
  });

  it("makes the names in it known", async () => {
    await imported(there, [{ kind: "memory", content: "Ann works at Acme Corporation in Berlin" }]);
    expect((await there.store.listEntities(wholeUser(USER), { limit: 99 })).items.map(({ name }) => name)).toContain("Berlin");
  });
});
