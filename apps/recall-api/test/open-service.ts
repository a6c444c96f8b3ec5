import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { embedderRegistry } from "@memory-cortex/embedding";
import { createConversations, createForgetting, createMemories, createPortable } from "@memory-cortex/formation";
import { createHttpServer } from "@memory-cortex/http";
import type { HttpServerOptions } from "@memory-cortex/http";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { Llm } from "@memory-cortex/llm";
import type { FakeResponder } from "@memory-cortex/llm/fake";
import { systemClock, uuidV7Source } from "@memory-cortex/models";
import { ingestRequest } from "@memory-cortex/models/wire";
import { createLocalQueue } from "@memory-cortex/queue-local";
import { createRecall } from "@memory-cortex/recall";
import { StoreRevisions } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { createHealth, createMetrics } from "@memory-cortex/telemetry";
import { answerChecker, countWrites } from "@memory-cortex/testing";

import { recallApiRoutes } from "../src/index.ts";

export const BODY_LIMIT_BYTES = 100_000;

/** Repeats the first statement that it is given, and cites it. */
const repeats: FakeResponder = ({ messages }) => {
  const text = /<statement [^>]*>([^<]*)/u.exec(messages[0]!.content)?.[1] ?? "";
  return { sentences: text === "" ? [] : [{ text, statements: [1] }] };
};

/** The routes over a real SQLite folder that goes away; recall works with words only, its language model repeats what it is told. */
export async function openService(options: Partial<HttpServerOptions> = {}, { llm }: { llm: Llm | undefined } = { llm: createFakeLlm({ answer: repeats }) }) {
  const home = mkdtempSync(join(tmpdir(), "cortex-recall-api-"));
  const clock = systemClock;
  const ids = uuidV7Source(clock);
  const revisions = new StoreRevisions();
  const { store, writes } = countWrites(revisions.watch(await openSqliteStore({ home, clock, readers: 1 })));
  // Nothing is started: jobs wait, as this test is about answers only.
  const queue = createLocalQueue({ clock });
  const recall = createRecall({ store, revisions, llm, clock, ids, embedders: embedderRegistry([]), monotonic: () => performance.now() });
  const conversations = createConversations({ store, queue, clock, ids });
  const memories = createMemories({ store, queue, clock, ids });
  const forgetting = createForgetting({ store, clock });
  const portable = createPortable({ store, queue, clock, ids });
  const health = createHealth(clock);
  health.register("store", { vital: true });
  const metrics = createMetrics();
  const routes = recallApiRoutes({ recall, memories, forgetting, portable, store, clock, readiness: () => health.check(), metrics: () => metrics.registry.metrics() });
  const server = createHttpServer({
    routes, store, clock, ids, version: "0.0.0", tokens: [], bodyLimitBytes: BODY_LIMIT_BYTES, rateLimitPerSecond: 0, rateLimitBurst: 1, ...options,
  });
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  const checker = answerChecker(server.routes);

  return {
    url, server, store, writes, health, checker, recall,
    say: async (userId: string, texts: readonly string[], fields: { session?: string; namespace?: string } = {}) => {
      const messages = texts.map((content, index) => ({ role: "user", name: "Anna", content, id: `m${index}`, timestamp: `2026-01-0${index + 1}T10:00:00Z` }));
      await conversations.ingest(ingestRequest.parse({ user_id: userId, session_id: fields.session ?? "s1", messages, ...(fields.namespace === undefined ? {} : { namespace: fields.namespace }) }));
    },
    close: async () => {
      await server.close(0);
      await recall.close();
      await queue.close({ graceMs: 0 });
      await store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
export type Service = Awaited<ReturnType<typeof openService>>;

export interface Sent {
  json?: unknown;
  /** JSON Lines. */
  lines?: string;
  token?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads untyped answers on purpose.
  body: any;
}

function bodyOf(contentType: string, text: string): unknown {
  if (contentType.includes("ndjson")) return text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
  return contentType.includes("json") ? JSON.parse(text) : null;
}

/** Sends a request and checks that the answer is as documented; `line` is the method and the path of the route table. */
export async function call(service: Service, line: string, target: string, { json, lines, token, headers }: Sent = {}): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(service.url + target, {
    method,
    headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...(lines === undefined ? {} : { "content-type": "application/x-ndjson" }), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(lines === undefined ? {} : { body: lines }),
  });
  const text = await response.text();
  const contentType = response.headers.get("content-type") ?? "";
  const faults = service.checker.faults({ method, path, status: response.status, contentType, text });
  if (faults.length > 0) throw new TypeError(`Not as documented: ${faults.join("; ")} in ${text.slice(0, 500)}`);
  return { status: response.status, headers: response.headers, text, body: bodyOf(contentType, text) };
}
