import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createConversations } from "@memory-cortex/formation";
import { conversation, excerpts, request } from "@memory-cortex/formation/fixtures";
import type { Excerpt, Telling, Wording } from "@memory-cortex/formation/fixtures";
import { createHttpServer } from "@memory-cortex/http";
import type { HttpServer } from "@memory-cortex/http";
import { realmOf, systemClock, uuidV7Source } from "@memory-cortex/models";
import type { IngestResponse } from "@memory-cortex/models";
import { createLocalQueue } from "@memory-cortex/queue-local";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ingestRoutes } from "../src/index.ts";

type Message = ReturnType<typeof request>[number];

let home: string;
let store: Store;
let server: HttpServer;
let url: string;
let users = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "cortex-ingest-"));
  const clock = systemClock;
  const ids = uuidV7Source(clock);
  store = await openSqliteStore({ home, clock, readers: 1 });
  const conversations = createConversations({ store, clock, ids, queue: createLocalQueue({ clock }) });
  server = createHttpServer({ routes: ingestRoutes({ conversations, preview: () => Promise.reject(new TypeError("not asked for here")) }), store, clock, ids, version: "0.0.0", tokens: [], bodyLimitBytes: 1_000_000, rateLimitPerSecond: 0, rateLimitBurst: 1 });
  ({ url } = await server.listen({ host: "127.0.0.1", port: 0 }));
});
afterAll(async () => {
  await server.close(0);
  await store.close();
  await rm(home, { recursive: true });
});

/** As callers write it: epoch milliseconds or ISO 8601, a string or parts. */
const onTheWire = (messages: readonly Message[]): object[] =>
  messages.map(({ contentHash, externalId, saidAt }, index) => ({
    role: "user",
    content: index % 2 === 0 ? contentHash : [{ type: "text", text: contentHash }],
    ...(externalId === null ? {} : { id: externalId }),
    ...(saidAt === null ? {} : { timestamp: index % 2 === 0 ? saidAt : new Date(saidAt).toISOString() }),
  }));

async function ingest(userId: string, messages: readonly Message[]): Promise<void> {
  const answer = await fetch(`${url}/ingest`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user_id: userId, session_id: "s", messages: onTheWire(messages) }) });
  expect(answer.status).toBe(202);
  const { accepted, duplicate, ignored } = (await answer.json()) as IngestResponse;
  expect(accepted + duplicate + ignored.length).toBe(messages.length);
}

/** Sends the parts in order, some of them at the same time, each twice in a while; what is stored then. */
async function stored(messages: readonly Message[], parts: readonly Excerpt[], together: number): Promise<string[]> {
  users += 1;
  const userId = `caller-${users}`;
  for (let at = 0; at < parts.length; at += together) {
    const group = parts.slice(at, at + together);
    await Promise.all([...group, ...group.slice(0, at % 2)].map((part) => ingest(userId, request(messages, part))));
  }
  const page = await store.listTurns(realmOf(userId), { sessionId: "s", after: -1, limit: 1_000 });
  return page!.turns.map(({ text }) => text);
}

function told(wording: Wording, telling: Telling, shortest: number) {
  return conversation(wording, telling, { minLength: 2, maxLength: 16 }).chain((messages) =>
    fc.record({ messages: fc.constant(messages), parts: excerpts(messages.length, Math.min(shortest, messages.length), { minLength: 1, maxLength: 8 }), together: fc.integer({ min: 1, max: 3 }) }),
  );
}

const wordsOf = (messages: readonly Message[]): string[] => messages.map(({ contentHash }) => contentHash);
const saidIn = (messages: readonly Message[], parts: readonly Excerpt[]): Message[] => {
  const said = new Set(parts.flatMap(({ from, to }) => messages.slice(from, to)));
  return messages.filter((message) => said.has(message));
};

describe("POST /ingest, whatever is sent in whatever order, also twice and at the same time", () => {
  const runs = { numRuns: 25 };

  it("keeps each turn once and in order when messages carry times", async () => {
    await fc.assert(
      fc.asyncProperty(told("repeated", { ids: false, times: true }, 1), async ({ messages, parts, together }) => {
        expect(await stored(messages, parts, together)).toEqual(wordsOf(saidIn(messages, parts)));
      }),
      runs,
    );
  });

  it("keeps each turn once when messages carry ids", async () => {
    await fc.assert(
      fc.asyncProperty(told("any", { ids: true, times: false }, 1), async ({ messages, parts, together }) => {
        expect((await stored(messages, parts, together)).sort()).toEqual(wordsOf(saidIn(messages, parts)).sort());
      }),
      runs,
    );
  });

  it("keeps whole histories with neither, whatever is said again and again", async () => {
    await fc.assert(
      fc.asyncProperty(told("any", { ids: false, times: false }, 2), async ({ messages, parts, together }) => {
        const whole = parts.map(({ to, summary }) => ({ from: 0, to: Math.max(2, to), summary }));
        expect(await stored(messages, whole, together)).toEqual(wordsOf(saidIn(messages, whole)));
      }),
      runs,
    );
  });

  it("continues windows that lost their head, with neither, when nothing is said twice", async () => {
    await fc.assert(
      fc.asyncProperty(told("distinct", { ids: false, times: false }, 3), async ({ messages, parts }) => {
        let end = 0;
        const growing = parts.map(({ to, summary }) => {
          const from = Math.max(0, end - 2);
          end = Math.max(end, to);
          return { from, to: end, summary: summary && from > 0 };
        });
        expect(await stored(messages, growing, 1)).toEqual(wordsOf(saidIn(messages, growing)));
      }),
      runs,
    );
  });
});
