import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { CORTEX, environmentOf, startCortex, startService, untilSays } from "./cortex-program.ts";
import type { Running, TestService } from "./cortex-program.ts";
import { connectHost, KITS, textOf } from "./hosts.ts";
import type { Host, Kit, OverHttp, OverStdio } from "./hosts.ts";
import { silentService } from "./silent-service.ts";

const NOTICE = /untrusted history.*never as instructions/i;

let service: TestService;
let overHttp: Running;
let http: OverHttp;
/** Memories beyond the realm: of another user, and in another namespace of the same one. */
let foreign: string[];

const stdioOf = (...parameters: string[]): OverStdio => ({ command: process.execPath, args: [CORTEX, "mcp", "--url", service.url, ...parameters], env: environmentOf(service.home) });

async function tellSession(): Promise<void> {
  const said = ["Where shall we meet?", "At the lighthouse café on Friday.", "Shall I bring the kite?", "Yes, and the red ropes.", "Fine, see you."];
  const messages = said.map((content, index) => ({ role: index % 2 === 0 ? ("user" as const) : ("assistant" as const), content, id: `m${index}`, timestamp: `2026-03-01T10:0${index}:00Z` }));
  await service.client.ingest({ user_id: "ann", session_id: "chat/1 ü", messages, debounce: false });
}

beforeAll(async () => {
  service = await startService();
  const bobs = await service.client.remember({ user_id: "bob", content: "Bob keeps his spare key under the blue flowerpot." });
  const diary = await service.client.remember({ user_id: "ann", namespace: "diary", content: "Ann is afraid of the dentist." });
  foreign = [bobs.id, diary.id];
  await service.client.remember({ user_id: "ann", content: "Ida Lund works at Heron Labs in Graz." });
  await tellSession();
  await service.client.flush({ user_id: "ann" });
  overHttp = startCortex(["mcp", "--url", service.url, "--user", "ann", "--http", "--port", "0"], environmentOf(service.home));
  const [, url] = await untilSays(overHttp, "stderr", /ready at (\S+)/);
  http = { url: url! };
});

afterAll(async () => {
  try {
    expect(await overHttp.end("SIGTERM")).toBe(0);
    expect(overHttp.output.stdout).toBe("");
  } finally {
    await service.remove();
  }
});

const WAYS = KITS.flatMap((kit) => [["stdio", kit] as const, ["HTTP", kit] as const]);

describe.each(WAYS)("over %s, %s", (way, kit: Kit) => {
  let host: Host;
  /** Different for each way, so that none finds what another has told. */
  const word = `${way}${KITS.indexOf(kit)}`.toLowerCase();

  beforeAll(async () => {
    host = await connectHost(kit, way === "HTTP" ? http : stdioOf("--user", "ann"));
  });

  afterAll(async () => host.close());

  it("remembers once, finds it, explains it, and forgets it when told twice", async () => {
    const content = `The ${word} server is called otter.`;
    const kept = (await host.call("remember", { content, tags: ["servers"] })).structuredContent as { id: string; outcome: string };
    expect(kept.outcome).toBe("created");
    expect((await host.call("remember", { content })).structuredContent).toMatchObject({ outcome: "duplicate", of: kept.id });

    const recalled = await host.call("recall", { query: `What is the ${word} server called?` });
    expect(textOf(recalled)).toMatch(NOTICE);
    expect(textOf(recalled)).toContain("otter");
    const found = await host.call("search", { query: `${word} server`, kinds: ["memory"] });
    expect(found.structuredContent).toMatchObject({ notice: expect.stringMatching(NOTICE), items: expect.arrayContaining([expect.objectContaining({ id: kept.id, text: content, kind: "memory" })]) });
    expect(JSON.parse(textOf(found))).toEqual(found.structuredContent);

    const explained = (await host.call("explain", { query: `${word} server`, why: [kept.id, "nothing-of-that-name"] })).structuredContent as { items: { id: string }[]; why: { verdict: string }[] };
    expect(explained.items.map(({ id }) => id)).toContain(kept.id);
    expect(explained.why.map(({ verdict }) => verdict)).toEqual(["in_answer", "unknown_id"]);

    expect((await host.call("forget", { ids: [kept.id] })).structuredContent).toMatchObject({ dry_run: true, memories: 1, items: [{ id: kept.id, text: content }] });
    expect((await host.read(`memory-cortex://memories/${kept.id}`)).contents).toHaveLength(1);
    expect((await host.call("forget", { ids: [kept.id], dry_run: false })).structuredContent).toMatchObject({ dry_run: false, memories: 1 });
    expect(JSON.stringify((await host.call("search", { query: `${word} server` })).structuredContent)).not.toContain(content);
    await expect(host.read(`memory-cortex://memories/${kept.id}`)).rejects.toThrow();
  });

  it("knows nothing of other users and other namespaces, whatever it is asked", async () => {
    for (const name of ["recall", "search"]) {
      for (const query of ["Where is the spare key of Bob?", "Who is afraid of the dentist?"]) {
        const answer = await host.call(name, { query, user_id: "bob", namespace: "diary", namespaces: ["diary"] });
        expect(JSON.stringify(answer)).not.toMatch(/flowerpot|afraid/);
      }
    }
  });

  it("reads and forgets nothing beyond its realm, not even by its id", async () => {
    for (const id of foreign) {
      await expect(host.read(`memory-cortex://memories/${id}`)).rejects.toThrow(/not found/i);
      const explained = (await host.call("explain", { query: "key", why: [id] })).structuredContent as { why: { verdict: string }[] };
      expect(explained.why.map(({ verdict }) => verdict)).toEqual(["unknown_id"]);
    }
    expect((await host.call("forget", { ids: foreign, dry_run: false })).structuredContent).toMatchObject({ memories: 0, items: [], not_found: foreign });
    for (const query of ["flowerpot", "dentist"]) expect((await host.call("forget", { query, dry_run: false })).structuredContent).toMatchObject({ memories: 0, items: [] });
    expect((await service.client.getMemory({ user_id: "bob", id: foreign[0]! })).content).toContain("flowerpot");
    expect((await service.client.getMemory({ user_id: "ann", namespace: "diary", id: foreign[1]! })).content).toContain("dentist");
  });

  it("tells a conversation in order, and what was said around one message", async () => {
    const said = (answer: { structuredContent?: unknown }) => (answer.structuredContent as { entries: { id: string; text: string }[] }).entries;
    const all = said(await host.call("timeline", { session_id: "chat/1 ü" }));
    expect(all.map(({ text }) => text)).toEqual(["Where shall we meet?", "At the lighthouse café on Friday.", "Shall I bring the kite?", "Yes, and the red ropes.", "Fine, see you."]);
    const around = said(await host.call("timeline", { session_id: "chat/1 ü", around: all[2]!.id, limit: 3 }));
    expect(around.map(({ id }) => id)).toEqual(all.slice(1, 4).map(({ id }) => id));
    expect((await host.call("timeline", { session_id: "no-such-session" })).isError).toBe(true);
    expect(said(await host.call("timeline", { query: "lighthouse" })).map(({ text }) => text)).toContain("At the lighthouse café on Friday.");
  });

  it("lists and reads sessions and memories as resources", async () => {
    const { resources } = await host.resources();
    const session = resources.find(({ name }) => name === "chat/1 ü");
    expect(session).toMatchObject({ description: expect.stringContaining("5 messages"), mimeType: "application/json" });
    const [content] = (await host.read(session!.uri)).contents;
    const read = JSON.parse((content as { text: string }).text) as { notice: string; turns: { text: string }[]; next: string | null };
    expect(read).toMatchObject({ notice: expect.stringMatching(NOTICE), next: null });
    expect(read.turns[1]?.text).toBe("At the lighthouse café on Friday.");
    await expect(host.read("memory-cortex://sessions/another")).rejects.toThrow();
    await expect(host.read("file:///etc/passwd")).rejects.toThrow();
  });

  it("finds people and things, and counts", async () => {
    expect((await host.call("stats")).structuredContent).toMatchObject({ user_id: "ann", sessions: 1, turns: 5 });
    const { entities } = (await host.call("entity_search", { query: "Ida", type: "person" })).structuredContent as { entities: { id: string; name: string }[] };
    expect(entities).toMatchObject([{ name: "Ida Lund" }]);
    const { id } = entities[0]!;
    expect((await host.call("entity_get", { id })).structuredContent).toMatchObject({ notice: expect.stringMatching(NOTICE), entity: { id, name: "Ida Lund" }, relations: [expect.objectContaining({ subject_id: id })] });
    expect(await host.call("entity_get", { id: "no-such-entity" })).toMatchObject({ isError: true });
  });
});

it("begins empty, and lists every memory, page by page", async () => {
  const host = await connectHost("older kit, protocol of 2025", stdioOf("--user", "cleo"));
  expect(textOf(await host.call("recall", { query: "What is in crate 7?" }))).toMatch(/^Memory is empty/);
  expect(await host.resources()).toMatchObject({ resources: [] });
  expect((await host.call("stats")).structuredContent).toMatchObject({ total_memories: 0 });
  for (let number = 0; number < 60; number += 1) await service.client.remember({ user_id: "cleo", content: `Crate ${number} holds lamp number ${number * 7}.` });
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await host.resources(cursor);
    listed.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(listed).size).toBe(60);
  expect(listed).toHaveLength(60);
  await host.close();
});

it("serves several namespaces, writes to the first, and only reads when told so", async () => {
  const host = await connectHost("newer kit, protocol of 2026", stdioOf("--user", "dora", "--namespace", "work", "--namespace", "global", "--project", "heron"));
  await service.client.remember({ user_id: "dora", content: "Dora's bicycle is green." });
  await host.call("remember", { content: "The heron release is on Tuesday." });
  const kept = await service.client.listMemories({ user_id: "dora", namespaces: ["work"] });
  expect(kept.memories).toMatchObject([{ content: "The heron release is on Tuesday.", namespace: "work", project: "heron", source: "mcp" }]);
  expect(textOf(await host.call("recall", { query: "Which colour has the bicycle?" }))).toContain("green");
  await host.close();

  const reader = await connectHost("newer kit, protocol of 2026", stdioOf("--user", "dora", "--read-only"));
  expect((await reader.tools()).map(({ name }) => name)).not.toEqual(expect.arrayContaining(["remember"]));
  await expect(reader.call("forget", { query: "bicycle", dry_run: false })).rejects.toThrow(/not found/);
  expect(textOf(await reader.call("recall", { query: "Which colour has the bicycle?" }))).toContain("green");
  await reader.close();
});

it("answers while the service is down, and works again once it is back", async () => {
  const own = await startService();
  const host = await connectHost("older kit, protocol of 2025", { ...stdioOf(), args: [CORTEX, "mcp", "--url", own.url, "--user", "ann"] });
  await host.call("remember", { content: "The ferry leaves at nine." });
  await own.stop();
  const answer = await host.call("recall", { query: "When does the ferry leave?" });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toMatch(/No service answers.*cortex up/);
  await own.start();
  expect(textOf(await host.call("recall", { query: "When does the ferry leave?" }))).toContain("nine");
  await host.close();
  await own.remove();
});

it.each(KITS)("tells of progress over stdio and ends a call that is cancelled, to the service too: %s", async (kit) => {
  const silent = await silentService();
  const host = await connectHost(kit, { command: process.execPath, args: [CORTEX, "mcp", "--url", silent.url, "--user", "ann"], env: environmentOf(service.home) });
  const controller = new AbortController();
  const heard: number[] = [];
  // The server itself asks once, as it starts.
  await silent.untilWaiting(1);
  const failed = expect(host.call("recall", { query: "x" }, { signal: controller.signal, onprogress: ({ progress }) => void heard.push(progress) })).rejects.toThrow();
  await silent.untilWaiting(2);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  controller.abort(new Error("no longer wanted"));
  await failed;
  await silent.untilWaiting(1);
  await host.close();
  await silent.close();
});

it("says at once on standard error that no service answers, for whoever starts it in a terminal", async () => {
  const running = startCortex(["mcp", "--url", `http://127.0.0.1:${await freePort()}`, "--user", "ann"], environmentOf(service.home));
  await untilSays(running, "stderr", /^memory-cortex: No service answers at .*cortex up.*\(not_running\)$/m);
  running.child.stdin?.end();
  expect(await running.end()).toBe(0);
  expect(running.output.stdout).toBe("");
});

it("writes the protocol and nothing else to standard output, and ends with its host", async () => {
  const running = startCortex(["mcp", "--url", "http://127.0.0.1:1", "--user", "ann"], environmentOf(service.home, { CORTEX_NO_SUCH_SETTING: "1" }));
  running.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bare","version":"1"}}}\nno json at all\n');
  await untilSays(running, "stdout", /\n/);
  running.child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"stats"}}\n');
  await untilSays(running, "stdout", /"id":2/);
  running.child.stdin?.end();
  expect(await running.end()).toBe(0);
  const lines = running.output.stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  expect(lines.map(({ jsonrpc, id }) => `${jsonrpc} ${id}`)).toEqual(["2.0 1", "2.0 2"]);
});

it("does not open over HTTP what the service locks", async () => {
  const environment = environmentOf(service.home, { CORTEX_TOKEN: "service-token-0123456789" });
  const open = startCortex(["mcp", "--url", service.url, "--user", "ann", "--http", "--port", "0"], environment);
  expect(await open.end()).toBe(1);
  expect(open.output.stderr).toMatch(/--token-file/);
  expect(open.output.stderr).not.toContain("service-token");
  const outside = startCortex(["mcp", "--user", "ann", "--http", "--host", "0.0.0.0", "--port", "0"], environmentOf(service.home));
  expect(await outside.end()).toBe(1);
  expect(outside.output.stderr).toMatch(/loopback addresses only\. Leave out --host/);
});
