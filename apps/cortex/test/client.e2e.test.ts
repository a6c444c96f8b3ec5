import { createCortexClient, CortexClientError, ROUTES } from "@memory-cortex/client";
import type { CortexClient, RouteName } from "@memory-cortex/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

const TOKENS = JSON.stringify([{ token: "for-all-of-it", roles: ["read", "write", "admin"] }, { token: "for-ann-alone", roles: ["read", "write"], users: ["ann"] }]);

let service: Service;
let remove: () => Promise<void>;
let cortex: CortexClient;
const answered: { line: string; status: number }[] = [];

beforeAll(async () => {
  const home = await throwawayHome();
  remove = home.remove;
  service = await startService(home.home, { CORTEX_TOKENS: TOKENS });
  cortex = createCortexClient({
    url: service.url, token: "for-all-of-it",
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      answered.push({ line: `${init?.method ?? "GET"} ${new URL(response.url).pathname}`, status: response.status });
      return response;
    },
  });
});
afterAll(async () => {
  await service.stop();
  await remove();
});

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(() => null, (reason: unknown) => reason);
  if (!CortexClientError.isInstance(error)) throw new TypeError("The call did not fail as a call of the client does.");
  return error.code;
};

const MESSAGES = [
  { role: "user", name: "Ann", content: "My dentist appointment is moved to Friday at two.", timestamp: "2026-01-05T10:00:00Z" },
  { role: "assistant", content: "Noted: Friday at two.", timestamp: "2026-01-05T10:00:10Z" },
] as const;
const ann = { user_id: "ann" };

/** Every method once, in an order in which each has what it needs. A method that is missing here does not compile. */
const calls: Record<RouteName, () => Promise<unknown>> = {
  alive: async () => expect(await cortex.alive()).toEqual({ status: "ok" }),
  readiness: async () => expect((await cortex.readiness()).parts).toHaveProperty("store"),
  metrics: async () => expect(await cortex.metrics()).toContain("# HELP"),
  openApi: async () => expect((await cortex.openApi()).openapi).toBe("3.1.0"),
  docs: async () => expect(await cortex.docs()).toContain("<html"),
  previewCapture: async () => expect((await cortex.previewCapture({ ...ann, session_id: "s1", messages: [...MESSAGES] })).by).toBe("rules"),
  ingest: async () => expect(await cortex.ingest({ ...ann, session_id: "s1", messages: [...MESSAGES], debounce: false })).toMatchObject({ status: "accepted", accepted: 2 }),
  flush: async () => expect(await cortex.flush({ ...ann, timeout_ms: 20_000 })).toMatchObject({ done: true }),
  recall: async () => expect((await cortex.recall({ ...ann, query: "When is my dentist appointment?", deadline_ms: 5_000 })).context).toContain("Friday"),
  search: async () => expect((await cortex.search({ ...ann, query: "dentist appointment", limit: 1, deadline_ms: 5_000 })).items).toHaveLength(1),
  explain: async () => expect(await cortex.explain({ ...ann, query: "dentist appointment", why: ["none"] })).toHaveProperty("receipt_id"),
  synthesize: async () => expect(await codeOf(cortex.synthesize({ ...ann, query: "dentist appointment" }))).toBe("not_supported"),
  getReceipt: async () => {
    const { receipt_id: id } = await cortex.recall({ ...ann, query: "dentist" });
    // Receipts are written after the answer.
    await expect.poll(() => cortex.getReceipt({ ...ann, id }).then(() => "there", () => "not yet")).toBe("there");
  },
  remember: async () => expect((await cortex.remember({ ...ann, content: "Ann prefers tea", type: "preference", tags: ["drinks"] })).outcome).toBe("created"),
  listMemories: async () => expect((await cortex.listMemories({ ...ann, tags: ["drinks", "food"], namespaces: ["global"], limit: 1 })).memories).toMatchObject([{ content: "Ann prefers tea" }]),
  getMemory: async () => expect((await cortex.getMemory({ ...ann, id: await teaId() })).tags).toEqual(["drinks"]),
  memoryHistory: async () => expect((await cortex.memoryHistory({ ...ann, id: await teaId() })).versions).toHaveLength(1),
  updateMemory: async () => expect(await cortex.updateMemory({ ...ann, id: await teaId(), namespaces: ["global"], content: "Ann prefers green tea" })).toMatchObject({ content: "Ann prefers green tea", tags: ["drinks"] }),
  deleteMemory: async () => expect((await cortex.deleteMemory({ ...ann, id: await teaId(), forget: true })).status).toBe("erased"),
  exportMemory: async () => {
    const stream = await cortex.exportMemory({ ...ann, kinds: ["turn"] });
    const kinds: unknown[] = [];
    for await (const line of stream) kinds.push((JSON.parse(line) as { kind: string }).kind);
    expect({ type: stream.contentType, kinds }).toEqual({ type: "application/x-ndjson", kinds: ["header", "turn", "turn", "end"] });
  },
  importMemory: async () => {
    const lines = [{ kind: "memory", content: "Ann plays the cello" }];
    expect(await cortex.importMemory({ ...ann, lines })).toMatchObject({ memories: { imported: 1 } });
    expect(await cortex.importMemory({ ...ann, lines, dry_run: true })).toMatchObject({ dry_run: true, memories: { duplicate: 1 } });
  },
  forget: async () => {
    expect(await cortex.forget({ ...ann, query: "cello" })).toMatchObject({ dry_run: true, memories: 1 });
    expect(await cortex.forget({ ...ann, query: "cello", dry_run: false })).toMatchObject({ dry_run: false, memories: 1 });
  },
  listConflicts: async () => expect(await cortex.listConflicts(ann)).toEqual({ conflicts: [], next_cursor: null }),
  resolveConflict: async () => expect(await codeOf(cortex.resolveConflict({ ...ann, group: "none", winner: "none" }))).toBe("not_found"),
  listEntities: async () => expect((await cortex.listEntities({ ...ann, limit: 5 })).entities).toBeInstanceOf(Array),
  getEntity: async () => expect(await codeOf(cortex.getEntity({ ...ann, id: "none" }))).toBe("not_found"),
  mergeEntities: async () => expect(await codeOf(cortex.mergeEntities({ ...ann, id: "one", into: "other" }))).toBe("not_found"),
  unmergeEntity: async () => expect(await codeOf(cortex.unmergeEntity({ ...ann, id: "one" }))).toBe("not_found"),
  listSessions: async () => expect((await cortex.listSessions(ann)).sessions).toMatchObject([{ session_id: "s1", turns: 2 }]),
  listTurns: async () => expect((await cortex.listTurns({ ...ann, session_id: "s1", after: 0 })).turns).toMatchObject([{ role: "assistant", position: 1 }]),
  stats: async () => expect(await cortex.stats(ann)).toMatchObject({ turns: 2, sessions: 1 }),
  legacyStore: async () => expect(await cortex.legacyStore({ ...ann, topic: "pets", fact: "Ann has a cat", importance: 7 })).toEqual({ status: "stored", count: 1 }),
  hybridSearch: async () => expect((await cortex.hybridSearch({ ...ann, query: "cat" })).results).toMatchObject([{ topic: "pets", importance: 7 }]),
  legacySearch: async () => expect((await cortex.legacySearch({ ...ann, q: "cat", limit: 3 })).count).toBe(1),
  legacyRecall: async () => expect((await cortex.legacyRecall({ ...ann, query: "cat" })).response).toContain("Ann has a cat"),
  legacyRecent: async () => expect((await cortex.legacyRecent({ ...ann, limit: 1 })).results).toHaveLength(1),
  legacyHealth: async () => expect(await cortex.legacyHealth()).toMatchObject({ status: expect.stringMatching(/ok|degraded/), stats: { unique_users: 1 } }),
  legacyStats: async () => expect((await cortex.legacyStats()).unique_users).toBe(1),
};

const teaId = async (): Promise<string> => (await cortex.listMemories({ ...ann, tags: ["drinks"] })).memories[0]!.id;

describe("the client and a running service", () => {
  it("speak of the same routes", async () => {
    for (const call of Object.values(calls)) await call();
    const { paths } = (await cortex.openApi()) as unknown as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
    const seen = new Set<string>();
    for (const { line, status } of answered) {
      const [method = "", target = ""] = line.split(" ");
      const [path = "", item] = Object.entries(paths).find(([known]) => new RegExp(`^${known.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target)) ?? [];
      expect(item?.[method.toLowerCase()]?.responses, `${line} answered ${status}`).toHaveProperty(String(status));
      seen.add(`${method} ${path}`);
    }
    expect(Object.values(ROUTES).filter(({ method, path }) => !seen.has(`${method} ${path}`))).toEqual([]);
  });

  it("do a write once, however often it is sent", async () => {
    const send = () => cortex.legacyStore({ user_id: "bob", topic: "pets", fact: "Bob has a dog" }, { idempotencyKey: "once" });
    await Promise.all([send(), send(), send()]);
    expect(await cortex.stats({ user_id: "bob" })).toMatchObject({ total_memories: 1 });
    expect(await codeOf(cortex.legacyStore({ user_id: "bob", topic: "pets", fact: "Bob has a bird" }, { idempotencyKey: "once" }))).toBe("idempotency_mismatch");
  });

  it("tell what is wrong: token, fields, user", async () => {
    expect(await codeOf(createCortexClient({ url: service.url }).stats(ann))).toBe("unauthorized");
    expect(await codeOf(createCortexClient({ url: service.url, token: "for-ann-alone" }).stats({ user_id: "bob" }))).toBe("unknown_user");
    await expect(cortex.recall({ user_id: "ann", query: "", limit: 1_000 })).rejects.toMatchObject({ code: "invalid_fields", status: 422, errors: [{ path: "query" }, { path: "limit" }], requestId: expect.any(String) });
    await expect(cortex.recall({ user_id: "nobody", query: "dentist" })).rejects.toMatchObject({ code: "unknown_user", body: { items: [], context: "" } });
  });
});
