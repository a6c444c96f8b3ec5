import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cortex, startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { fixture, middlewareDatabase, openclawDatabase } from "./imports/source-folder.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let home: string;
let remove: () => Promise<void>;
let service: Service;

beforeAll(async () => {
  ({ home, remove } = await throwawayHome());
  service = await startService(home, { CORTEX_EMBEDDERS: "[]" });
});
afterAll(async () => {
  await service.stop();
  await remove();
});

interface Report {
  format: string;
  imported: boolean;
  accepted: number;
  duplicate: number;
  created: number;
  known: number;
  forgotten: number;
  resumed: number;
  invalid: { place: string; reason: string }[];
  left_out: Record<string, number>;
  sample: { as: string; text: string }[];
  users: { user_id: string; conversations: number; statements: number }[];
  kept: number;
}

async function importing(...parameters: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await service.run("import", ...parameters, "--json");
  return { code, report: JSON.parse(stdout || `{"stderr": ${JSON.stringify(stderr)}}`) as Report };
}

interface Kept {
  turns: number;
  total_memories: number;
}

const statsOf = async (user: string): Promise<Kept | null> => {
  const response = await fetch(`${service.url}/v1/stats?user_id=${encodeURIComponent(user)}`);
  if (response.status === 404) return null;
  const { turns, total_memories } = (await response.json()) as Kept;
  return { turns, total_memories };
};

const textsOf = async (user: string, session: string, namespace = "global"): Promise<string[]> => {
  const { turns } = await service.get<{ turns: { text: string }[] }>(`/v1/sessions/${encodeURIComponent(session)}/turns?user_id=${encodeURIComponent(user)}&namespace=${namespace}&limit=1000`);
  return turns.map(({ text }) => text);
};

const memoriesOf = async (user: string): Promise<{ id: string; content: string; type: string; source: string; tags: string[]; importance: number; observed_at: string; topic: string | null }[]> =>
  (await service.get<{ memories: never[] }>(`/v1/memories?user_id=${user}&limit=200`)).memories;

function file(name: string, content: unknown): string {
  const path = join(home, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const claudeExport = (id: string, texts: readonly string[]) => ({
  uuid: id, name: id, created_at: "2026-01-01T00:00:00Z",
  chat_messages: texts.map((text, index) => ({ uuid: `${id}-${index}`, sender: index % 2 === 0 ? "human" : "assistant", text, created_at: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString() })),
});

/** Between the command and the service; does something when one more request than so many comes. */
async function watchingProxy(requests: number, onRequest: () => void): Promise<{ url: string; close: () => void }> {
  let left = requests;
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "POST") left -= 1;
    if (left === -1) onRequest();
    const { url: path, method, headers } = incoming;
    const onward = forward({ host: "127.0.0.1", port: service.port, path, method, headers: { ...headers, host: `127.0.0.1:${service.port}` } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward.on("error", () => outgoing.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

/** Runs an import through a proxy and kills it, as the power would, when so many requests went. The proxy stays: the state belongs to the address. */
async function killedImport(requests: number, parameters: readonly string[]): Promise<{ signal: NodeJS.Signals | null; url: string; close: () => void }> {
  let kill = (): void => undefined;
  const proxy = await watchingProxy(requests, () => kill());
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home, CORTEX_URL: proxy.url, CORTEX_MODEL_DOWNLOAD: "false" };
  const child = spawn(process.execPath, [MAIN, "import", ...parameters], { env: environment, stdio: "ignore" });
  kill = () => void child.kill("SIGKILL");
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once("close", (_code, by) => resolve(by)));
  return { signal, ...proxy };
}

describe("cortex import", () => {
  it("takes in conversations of each format once, however often it is told to", async () => {
    const database = openclawDatabase(join(home, "openclaw-agent.sqlite"));
    for (const [name, path, turns] of [
      ["chatgpt", fixture("chatgpt.json"), 6], ["claude", fixture("claude.json"), 3], ["claude-code", fixture("claude-code.jsonl"), 2], ["openclaw", fixture("openclaw"), 4], ["database", database, 4],
    ] as const) {
      const user = `talks-${name}`;
      const first = await importing("auto", path, "--user", user);
      expect({ name, code: first.code, invalid: first.report.invalid }).toEqual({ name, code: 0, invalid: [] });
      const kept = await statsOf(user);
      expect({ name, turns: kept?.turns }).toEqual({ name, turns });
      const again = await importing("auto", path, "--user", user);
      expect(again).toMatchObject({ code: 0, report: { accepted: 0, resumed: 0 } });
      expect(again.report.duplicate).toBeGreaterThanOrEqual(turns);
      expect((await statsOf(user))?.turns).toBe(turns);
    }
    expect(await textsOf("group:telegram:-100200300", "b7300bff-0002", "untrusted")).toEqual(["Who brings the bread?", "Bob brings the bread."]);
    expect((await fetch(`${service.url}/v1/sessions/b7300bff-0002/turns?user_id=talks-openclaw`)).status).toBe(404);
    expect(await readdir(join(home, "imports"))).toEqual([]);
  });

  it("takes in single statements of each format in the right fields, once", async () => {
    for (const [name, path, statements] of [
      ["memory-lancedb", fixture("memory-lancedb.json"), 3], ["openclaw-mem", fixture("openclaw-mem.jsonl"), 5], ["openclaw-cortex", fixture("openclaw-cortex.json"), 2],
      ["mem0", fixture("mem0.json"), 3], ["middleware", middlewareDatabase(home), 3],
    ] as const) {
      const user = `facts-${name}`;
      const first = await importing(name, path, "--user", user);
      expect({ name, code: first.code, created: first.report.created }).toEqual({ name, code: 0, created: statements });
      const kept = await statsOf(user);
      expect({ name, memories: kept?.total_memories }).toEqual({ name, memories: statements });
      expect(await importing(name, path, "--user", user)).toMatchObject({ code: 0, report: { created: 0 } });
      expect(await statsOf(user)).toEqual(kept);
    }
    const cello = (await memoriesOf("facts-middleware")).find(({ content }) => content.includes("cello"));
    expect(cello).toMatchObject({ topic: "music", importance: 0.8, source: "middleware:whatsapp:sess-1", observed_at: "2026-02-13T16:26:40.250Z" });
    expect((await memoriesOf("facts-openclaw-cortex")).find(({ type }) => type === "rule")).toMatchObject({ content: "Never deploy on Fridays", tags: ["deploy"], source: "openclaw-cortex:explicit" });
  });

  it("changes nothing when statements come again long after, when no key of a request is known any more", async () => {
    const statements = [
      { content: "I live in Berlin", observed_at: "2024-01-01T00:00:00Z" },
      { content: "I moved to Lisbon and live there now", observed_at: "2025-01-01T00:00:00Z" },
    ].map((statement) => ({ ...statement, user_id: "later", type: "fact", source: "mem0", unless_forgotten: true }));
    const history = async () => (await service.get<{ memories: { content: string; valid_to: string | null; superseded_by: string | null }[] }>("/v1/memories?user_id=later&include_history=true")).memories;
    for (const statement of statements) await service.post("/v1/remember", statement);
    const before = await history();
    for (const statement of [...statements, ...statements]) await service.post("/v1/remember", statement);
    expect(await history()).toEqual(before);
    expect((await memoriesOf("later")).map(({ content }) => content)).toEqual(["I moved to Lisbon and live there now"]);
  });

  it("imports nothing at all of a file in which something is wrong, names the line, and lets the rest in when asked", async () => {
    const lines = ['{"id": "1", "memory": "Ann keeps goats", "user_id": "x"}', '{"id": "2", "memory": ', '{"id": "3", "memory": "Ann keeps geese", "created_at": "soon"}', '{"id": "4", "memory": "Ann keeps hens"}'];
    const path = file("broken.jsonl", lines.join("\n"));
    const { code, stdout, stderr } = await service.run("import", "mem0", path, "--user", "strict");
    expect(code).toBe(1);
    expect(stdout).toContain("Nothing was imported: 2 of the records do not fit.");
    expect(stderr).toContain("broken.jsonl, line 2: is not JSON");
    expect(stderr).toContain("broken.jsonl, line 3: created_at: is not a time");
    expect(await statsOf("strict")).toBeNull();
    expect(await importing("mem0", path, "--user", "strict", "--skip-invalid")).toMatchObject({ code: 3, report: { created: 2, invalid: [{ place: "broken.jsonl, line 2" }, { place: "broken.jsonl, line 3" }] } });
    expect((await memoriesOf("strict")).map(({ content }) => content).toSorted()).toEqual(["Ann keeps goats", "Ann keeps hens"]);
  });

  it("imports nothing of a large export that breaks off in the middle", async () => {
    const whole = JSON.stringify([claudeExport("a", ["one", "two"]), claudeExport("b", ["three"])], null, 1);
    const path = file("cut.json", whole.slice(0, -60));
    const { code, report } = await importing("claude", path, "--user", "cut");
    expect(code).toBe(1);
    expect(report.invalid).toEqual([{ place: `cut.json, line ${whole.slice(0, -60).split("\n").length}`, reason: "ends in the middle of the JSON" }]);
    expect(await statsOf("cut")).toBeNull();
  });

  it("goes on after it was killed, and every turn is there once", async () => {
    const all = ["a", "b", "c", "d", "e", "f"].map((id) => claudeExport(id, Array.from({ length: 20 }, (_, index) => `Message ${index} of ${id}: the otter swims ${index * 7} laps.`)));
    const path = file("conversations.json", all);
    const killed = await killedImport(3, ["claude", path, "--user", "killed"]);
    expect(killed.signal).toBe("SIGKILL");
    expect(await readdir(join(home, "imports"))).toHaveLength(1);
    const half = await statsOf("killed");
    expect(half!.turns).toBeGreaterThanOrEqual(60);
    expect(half!.turns).toBeLessThan(120);
    const { code, report } = await importing("claude", path, "--user", "killed", "--url", killed.url);
    killed.close();
    expect({ code, resumed: report.resumed, added: report.accepted + half!.turns }).toEqual({ code: 0, resumed: 3, added: 120 });
    for (const { uuid, chat_messages } of all) expect(await textsOf("killed", `claude:${uuid}`)).toEqual(chat_messages.map(({ text }) => text));
    expect(await readdir(join(home, "imports"))).toEqual([]);
  });

  it("passes over what a killed import had sent, statements as well", async () => {
    const path = file("many.jsonl", Array.from({ length: 80 }, (_, index) => JSON.stringify({ id: String(index), memory: `Locker ${index} holds the ${["red", "blue", "green"][index % 3]!} kite number ${index * 13}`, user_id: "x" })).join("\n"));
    const killed = await killedImport(60, ["mem0", path, "--user", "lockers"]);
    expect(killed.signal).toBe("SIGKILL");
    const { code, report } = await importing("mem0", path, "--user", "lockers", "--url", killed.url);
    killed.close();
    expect({ code, resumed: report.resumed }).toEqual({ code: 0, resumed: 50 });
    expect((await statsOf("lockers"))?.total_memories).toBe(80);
  });

  it("leaves out what was erased here once", async () => {
    const path = file("erased.jsonl", '{"id": "1", "memory": "The alarm code of the barn is on the door"}\n{"id": "2", "memory": "The barn is red"}');
    expect(await importing("mem0", path, "--user", "barn")).toMatchObject({ report: { created: 2 } });
    const [secret] = (await memoriesOf("barn")).filter(({ content }) => content.includes("alarm"));
    await fetch(`${service.url}/v1/memories/${secret!.id}?user_id=barn&forget=true`, { method: "DELETE" });
    expect(await importing("mem0", path, "--user", "barn")).toMatchObject({ code: 0, report: { forgotten: 1, known: 1, created: 0 } });
    expect((await memoriesOf("barn")).map(({ content }) => content)).toEqual(["The barn is red"]);
  });

  it("keeps no secret, and shows none in a dry run, which needs no service", async () => {
    const token = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
    const path = file("secret.json", [claudeExport("s", [`My token is ${token} and my cat is called Pixel.`, "Noted.", "I prefer tea to coffee."])]);
    const dry = await cortex(home, ["import", "auto", path, "--dry-run", "--user", "dry", "--json"], { CORTEX_PORT: "1" });
    expect(dry.code).toBe(0);
    const report = JSON.parse(dry.stdout) as Report;
    expect(report).toMatchObject({ format: "claude", dry_run: true, kept: 3, users: [{ user_id: "dry", conversations: 1 }] });
    expect(report.sample[0]!.text).toContain("my cat is called Pixel");
    expect(await importing("claude", path, "--user", "secret", "--wait")).toMatchObject({ code: 0, report: { accepted: 3, flushed: true } });
    expect((await memoriesOf("secret")).map(({ content }) => content).join()).toContain("tea");
    const [first] = await textsOf("secret", "claude:s");
    for (const text of [dry.stdout, first!]) {
      expect(text).not.toContain(token);
      expect(text).toContain("[redacted:");
    }
  });

  it("says in words what would happen, and who could be the user", async () => {
    const { code, stdout } = await service.run("import", "openclaw-sessions", fixture("openclaw"), "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain("openclaw-sessions: would send 4 conversations with 10 messages. 10 messages would be kept.");
    expect(stdout).toContain("--owner telegram:620906995,telegram:777000111");
    expect(stdout).toContain("group:telegram:-100200300: 1 conversation with 2 messages");
  });

  it("says to whom statements went that name a user of their own", async () => {
    const path = file("theirs.json", [{ id: "1", memory: "Dev keeps bees", user_id: "dev" }]);
    const lines = async (...parameters: string[]) => (await service.run("import", "mem0", path, ...parameters)).stdout;
    expect(await lines()).toContain("  dev: 1 statement");
    expect(await lines("--user", "dev")).not.toContain("dev:");
  });

  it.each([
    [["chatgpt", "absent.json"], 1, "absent.json cannot be read (ENOENT)"],
    [["auto", "nothing.txt"], 2, "None of the known formats fits"],
    [["gossip", "nothing.txt"], 2, "Allowed choices are auto, native, openclaw-sessions"],
  ])("answers %j with exit code %i", async ([format, name], expected, words) => {
    file("nothing.txt", "hello");
    const { code, stderr } = await service.run("import", format!, join(home, name!));
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(words) });
  });

  it("reads an export that is far larger than the memory it may use", async () => {
    const CONVERSATIONS = 250;
    const path = join(home, "huge.json");
    const out = createWriteStream(path);
    out.write("[");
    const text = "The heron stands in the shallow water and waits. ".repeat(40);
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      const ready = out.write(`${index === 0 ? "" : ",\n"}${JSON.stringify(claudeExport(`h${index}`, Array.from({ length: 60 }, (_, at) => `${at} ${text}`)))}`);
      if (!ready) await once(out, "drain");
    }
    out.end("]");
    await finished(out);
    const { code, stdout, stderr } = await cortex(home, ["import", "claude", path, "--dry-run", "--user", "huge", "--json"], { NODE_OPTIONS: "--max-old-space-size=64" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ conversations: CONVERSATIONS, messages: 60 * CONVERSATIONS });
  });
});
