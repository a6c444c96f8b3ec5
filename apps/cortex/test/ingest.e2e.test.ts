import { readdir, writeFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { cortex, startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

let home: string;
let remove: () => Promise<void>;
let service: Service;

/** Small bodies, so that a short conversation takes several requests. */
const BODY_LIMIT = 4_096;

beforeEach(async () => {
  ({ home, remove } = await throwawayHome());
  service = await startService(home, { CORTEX_EMBEDDERS: "[]", CORTEX_BODY_LIMIT_BYTES: String(BODY_LIMIT) });
});
afterEach(async () => {
  await service.stop();
  await remove();
});

const conversation = (session_id: string, count: number) => ({
  session_id,
  messages: Array.from({ length: count }, (_, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: `Message ${index} of ${session_id}: the otter swims ${index * 7} laps.` })),
});

async function file(name: string, content: unknown): Promise<string> {
  const path = join(home, name);
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await writeFile(path, text);
  return path;
}

async function textsOf(session: string): Promise<string[]> {
  const { turns } = await service.get<{ turns: { text: string }[] }>(`/v1/sessions/${session}/turns?user_id=ann&limit=1000`);
  return turns.map(({ text }) => text);
}

interface Report {
  accepted: number;
  duplicate: number;
  resumed: number;
  bad: { place: string; reason: string }[];
}

async function ingest(...parameters: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await service.run("ingest", ...parameters, "--json");
  return { code, report: JSON.parse(stdout || `{"stderr": ${JSON.stringify(stderr)}}`) as Report };
}

/** Between the command and the service; drops every connection after some requests. */
async function cuttingProxy(target: number, requests: number): Promise<{ url: string; heal: () => void; close: () => void }> {
  let left = requests;
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/ingest") left -= 1;
    if (left < 0) return void incoming.socket.destroy();
    const { url: path, method, headers } = incoming;
    incoming.pipe(forward({ host: "127.0.0.1", port: target, path, method, headers: { ...headers, host: `127.0.0.1:${target}` } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heal: () => void (left = Number.POSITIVE_INFINITY), close: () => void server.close() };
}

describe("cortex ingest", () => {
  it("sends a long conversation in several requests, keeps each turn once, and adds nothing when sent again", async () => {
    const long = conversation("long", 150);
    const path = await file("export.json", long);
    const texts = long.messages.map(({ content }) => content);
    expect(await ingest(path)).toMatchObject({ code: 0, report: { accepted: 150, duplicate: 0, resumed: 0, bad: [] } });
    expect(await textsOf("long")).toEqual(texts);
    expect(await ingest(path)).toMatchObject({ code: 0, report: { accepted: 0, duplicate: 150 } });
    expect(await textsOf("long")).toEqual(texts);
  });

  it("adds nothing when messages that nothing tells apart are sent again", async () => {
    const one = (session_id: string, ...texts: string[]) => ({ session_id, messages: texts.map((content) => ({ role: "user", content })) });
    const all = [one("s", "My sister is called Ruth and lives in Lisbon."), one("s", "ok"), one("s", "ok"), one("s", "yes", "no"), one("s", "We decided to go there by train in October."), one("t", "ok")];
    const path = await file("export.jsonl", all.map((record) => JSON.stringify(record)).join("\n"));
    const texts = all.slice(0, 5).flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(await ingest(path)).toMatchObject({ code: 0, report: { accepted: 7, duplicate: 0 } });
    expect(await ingest(path)).toMatchObject({ code: 0, report: { accepted: 0, duplicate: 7 } });
    expect(await textsOf("s")).toEqual(texts);
    expect(await textsOf("t")).toEqual(["ok"]);
  });

  it("goes on after an interruption, and every turn is there once", async () => {
    const all = ["a", "b", "c", "d"].map((session) => conversation(session, 70));
    const path = await file("export.jsonl", all.map((one) => JSON.stringify(one)).join("\n"));
    const proxy = await cuttingProxy(service.port, 5);
    const cut = await service.run("ingest", path, "--url", proxy.url);
    expect(cut.code).toBe(4);
    proxy.heal();
    const { code, report } = await ingest(path, "--url", proxy.url);
    expect(code).toBe(0);
    expect(report.resumed).toBeGreaterThan(0);
    for (const { session_id, messages } of all) expect(await textsOf(session_id)).toEqual(messages.map(({ content }) => content));
    expect(await readdir(join(home, "imports"))).toEqual([]);
    proxy.close();
  });

  it("names the line that is wrong, exits with 1, and keeps the others", async () => {
    const good = conversation("good", 2);
    const halfGood = { session_id: "half", messages: [{ role: "user", content: "fine" }, { role: "user", content: 7 }] };
    const path = await file("export.jsonl", [JSON.stringify(good), "{nonsense", JSON.stringify(halfGood)].join("\n"));
    const { code, stderr } = await service.run("ingest", path);
    expect(code).toBe(1);
    expect(stderr).toMatch(/line 2: is not JSON/);
    expect(stderr).toMatch(/line 3: messages\.1\.content/);
    expect(await textsOf("good")).toHaveLength(2);
    expect((await fetch(`${service.url}/v1/sessions/half/turns?user_id=ann`)).status).toBe(404);
  });

  it("reports a record that the service refuses and goes on with the others", async () => {
    const huge = { session_id: "huge", messages: [{ role: "user", content: "x".repeat(2 * BODY_LIMIT) }] };
    const { code, report } = await ingest(await file("export.json", [huge, conversation("after", 2)]));
    expect(code).toBe(1);
    expect(report.bad).toMatchObject([{ place: "record 1" }]);
    expect(await textsOf("after")).toHaveLength(2);
  });

  it("takes bare messages of a session, and waits for what is made of them", async () => {
    const path = await file("chat.jsonl", ['{"role": "user", "content": "I prefer tea to coffee."}', '{"role": "assistant", "content": "Noted."}'].join("\n"));
    const missing = await ingest(path);
    expect(missing).toMatchObject({ code: 1, report: { accepted: 0 } });
    expect(await ingest(path, "--session", "tea", "--wait")).toMatchObject({ code: 0, report: { accepted: 2, flushed: true } });
    const { memories } = await service.get<{ memories: unknown[] }>("/v1/memories?user_id=ann");
    expect(memories.length).toBeGreaterThan(0);
  });

  it("sends nothing in a dry run, which needs no service", async () => {
    const path = await file("export.json", conversation("dry", 3));
    const { code, stdout } = await cortex(home, ["ingest", path, "--dry-run", "--user", "ann"], { CORTEX_PORT: "1" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Would send 1 conversation with 3 messages.\n" });
    expect((await fetch(`${service.url}/v1/stats?user_id=ann`)).status).toBe(404);
  });
});
