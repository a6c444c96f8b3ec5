import { realmOf, uuidV7Source } from "@memory-cortex/models";
import { ingestRequest } from "@memory-cortex/models/wire";
import type { Queue } from "@memory-cortex/queue";
import { createMemoryStore } from "@memory-cortex/store";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { conversation, excerpts, request } from "../align/conversation.fixture.ts";
import type { Telling, Wording } from "../align/conversation.fixture.ts";
import { createConversations } from "./conversations.ts";

const clock = { now: () => 1_800_000_000_000 };
/** Wakes nobody: these properties are about what is stored. */
const silentQueue = { enqueue: async () => undefined } as unknown as Queue;

function told(wording: Wording, telling: Telling, shortest: number) {
  return conversation(wording, telling, { minLength: 2, maxLength: 16 }).chain((messages) =>
    fc.record({ messages: fc.constant(messages), parts: excerpts(messages.length, Math.min(shortest, messages.length), { minLength: 1, maxLength: 8 }), together: fc.integer({ min: 1, max: 3 }) }),
  );
}

type Told = { messages: ReturnType<typeof request>; parts: Parameters<typeof request>[1][]; together: number };

async function stored({ messages, parts, together }: Told): Promise<string[]> {
  const store = createMemoryStore({ clock });
  const conversations = createConversations({ store, queue: silentQueue, clock, ids: uuidV7Source(clock) });
  for (let at = 0; at < parts.length; at += together) {
    const sent = parts.slice(at, at + together).map((part) =>
      request(messages, part).map(({ contentHash, externalId, saidAt }) => ({ role: "user", content: contentHash, id: externalId, timestamp: saidAt })),
    );
    await Promise.all(sent.map((one) => conversations.ingest(ingestRequest.parse({ user_id: "ada", session_id: "s", messages: one }))));
  }
  const page = await store.listTurns(realmOf("ada"), { sessionId: "s", after: -1, limit: 1_000 });
  return page!.turns.map(({ text }) => text);
}

function wordsIn({ messages, parts }: Told): string[] {
  const said = new Set(parts.flatMap(({ from, to }) => messages.slice(from, to)));
  return messages.filter((message) => said.has(message)).map(({ contentHash }) => contentHash);
}

describe("ingest over the store in memory", () => {
  const runs = { numRuns: 50 };

  it("keeps each turn once and in order when messages carry times", async () => {
    await fc.assert(fc.asyncProperty(told("repeated", { ids: false, times: true }, 1), async (all) => { expect(await stored(all)).toEqual(wordsIn(all)); }), runs);
  });

  it("keeps each turn once when messages carry ids", async () => {
    await fc.assert(fc.asyncProperty(told("any", { ids: true, times: false }, 1), async (all) => { expect((await stored(all)).sort()).toEqual(wordsIn(all).sort()); }), runs);
  });

  it("keeps whole histories with neither, whatever is said again and again", async () => {
    await fc.assert(
      fc.asyncProperty(told("any", { ids: false, times: false }, 2), async ({ messages, parts, together }) => {
        const all = { messages, together, parts: parts.map(({ to, summary }) => ({ from: 0, to: Math.max(2, to), summary })) };
        expect(await stored(all)).toEqual(wordsIn(all));
      }),
      runs,
    );
  });
});
