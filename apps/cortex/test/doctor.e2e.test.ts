import { randomBytes } from "node:crypto";
import { chmod, open, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { startRerankServer } from "@memory-cortex/embedding/rerank-server";
import { fail, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import { freePort } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { cortex, startService, throwawayHome } from "./cortex-process.ts";
import type { Environment } from "./cortex-process.ts";

interface Check {
  check: string;
  status: string;
  message: string;
  fix: string | null;
}

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => void ({ home, remove } = await throwawayHome()));
afterEach(() => remove());

async function doctor(extra: Environment = {}): Promise<{ code: number | null; checks: Check[] }> {
  const { code, stdout } = await cortex(home, ["doctor", "--json"], { CORTEX_EMBEDDERS: "[]", CORTEX_PORT: String(await freePort()), ...extra });
  return { code, checks: (JSON.parse(stdout) as { checks: Check[] }).checks };
}

const of = (checks: readonly Check[], name: string): Check[] => checks.filter(({ check }) => check === name);

/** Two users with some turns, and the service stopped. */
async function fillHome(): Promise<string[]> {
  const service = await startService(home, { CORTEX_EMBEDDERS: "[]" });
  for (const user_id of ["ann", "bob"]) {
    const messages = Array.from({ length: 60 }, (_, index) => ({ role: "user", content: `Line ${index}: ${"the otter swims ".repeat(20)}` }));
    await service.post("/ingest", { user_id, session_id: "s", messages });
  }
  await service.stop();
  const folder = join(home, "realms");
  return (await readdir(folder)).filter((name) => name.endsWith(".db")).map((name) => join(folder, name));
}

async function overwrite(path: string, position: number, bytes: number): Promise<void> {
  const file = await open(path, "r+");
  await file.write(randomBytes(bytes), 0, bytes, position);
  await file.close();
}

describe("cortex doctor", () => {
  it("has nothing to complain of before the first start", async () => {
    const { code, checks } = await doctor();
    expect(code).toBe(0);
    expect(checks.every(({ status }) => status !== "failed")).toBe(true);
  });

  it("names the file of a damaged database, and what to do, while the other is whole", async () => {
    const [first] = await fillHome();
    await overwrite(first!, 8_192, 40_000);
    const { code, checks } = await doctor();
    expect(code).toBe(1);
    const broken = of(checks, "databases");
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatchObject({ status: "failed", fix: expect.stringContaining(first!) });
  });

  it("finds a file that does not even say whose it is", async () => {
    const [, second] = await fillHome();
    await overwrite(second!, 0, 4_096);
    const { code, checks } = await doctor();
    expect(code).toBe(1);
    expect(of(checks, "databases")).toMatchObject([{ status: "failed", fix: expect.stringContaining(second!) }]);
  });

  it("tells another program on the port from our own", async () => {
    const other = createServer((_request, response) => void response.end('{"status": "ok"}'));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { code, checks } = await doctor({ CORTEX_PORT: String((other.address() as AddressInfo).port) });
    other.closeAllConnections();
    other.close();
    expect(code).toBe(1);
    expect(of(checks, "port")).toMatchObject([{ status: "failed", fix: expect.stringContaining("CORTEX_PORT") }]);
  });

  it("says how to get a model that is missing, and that a remote one does not answer", async () => {
    const absent = await doctor({ CORTEX_EMBEDDERS: '[{"kind": "static"}]' });
    expect(absent.code).toBe(0);
    expect(of(absent.checks, "model static")).toMatchObject([{ status: "warning", fix: expect.stringContaining("CORTEX_MODEL_FOLDER") }]);

    const url = `http://127.0.0.1:${await freePort()}`;
    const away = await doctor({ CORTEX_EMBEDDERS: JSON.stringify([{ kind: "ollama", url, model: "small", dimension: 8 }]) });
    expect(away.code).toBe(1);
    expect(of(away.checks, "model ollama")).toMatchObject([{ status: "failed" }]);
  }, 60_000);

  it("says whether the language model and the reranker answer, and what it means to have none", async () => {
    expect(of((await doctor()).checks, "language model")).toMatchObject([{ status: "ok", message: expect.stringContaining("CORTEX_LLM") }]);
    const llm = await startAnthropicServer();
    const reranking = await startRerankServer();
    const settings = { CORTEX_LLM: "anthropic", CORTEX_LLM_URL: llm.url, CORTEX_LLM_API_KEY: "hunter2", CORTEX_LLM_MODEL: "claude-haiku-5-5", CORTEX_RERANKER: JSON.stringify({ url: reranking.url, format: "tei" }) };
    const there = await doctor(settings);
    expect(of(there.checks, "language model claude-haiku-5-5")).toMatchObject([{ status: "ok" }]);
    expect(of(there.checks, "reranker")).toMatchObject([{ status: "ok" }]);
    llm.respond(() => fail(401));
    reranking.behave({ kind: "status", status: 404 });
    const away = await doctor(settings);
    expect(of(away.checks, "language model claude-haiku-5-5")).toMatchObject([{ status: "failed", fix: expect.stringContaining("key") }]);
    expect(of(away.checks, "reranker")).toMatchObject([{ status: "failed", fix: expect.stringContaining("format") }]);
    expect(JSON.stringify([there, away])).not.toContain("hunter2");
    await Promise.all([llm.close(), reranking.close()]);
  });

  it("warns of a data folder that others can read", async () => {
    await chmod(home, 0o755);
    expect(of((await doctor()).checks, "home")).toMatchObject([{ status: "warning", fix: `Run: chmod 700 ${home}` }]);
  });

  it("fails for a data folder that is a file, and for settings that are wrong", async () => {
    const path = join(home, "not-a-folder");
    await writeFile(path, "");
    expect(of((await doctor({ CORTEX_HOME: path })).checks, "home")).toMatchObject([{ status: "failed" }]);
    const wrong = await doctor({ CORTEX_LOG_LEVEL: "hunter2" });
    expect(wrong.code).toBe(1);
    expect(of(wrong.checks, "configuration")).toMatchObject([{ status: "failed", message: expect.stringContaining("CORTEX_LOG_LEVEL") }]);
    expect(JSON.stringify(wrong.checks)).not.toContain("hunter2");
  });
});
