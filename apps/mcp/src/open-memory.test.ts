import { createCortexClient } from "@memory-cortex/client";
import { describe, expect, it } from "vitest";

import type { Memory } from "./memory.ts";
import { openMemory } from "./open-memory.ts";

interface Sent {
  path: string;
  fields: Record<string, unknown>;
}

/** The real client over a wire that keeps what it carries and answers as given. */
function overWire(answer: () => { status: number; body: unknown } = () => ({ status: 200, body: {} })): { memory: Memory; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = createCortexClient({
    url: "http://service.test",
    retries: 0,
    fetch: async (url, init) => {
      const { pathname, searchParams } = new URL(url);
      const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      sent.push({ path: pathname, fields: { ...Object.fromEntries(searchParams), ...body } });
      const { status, body: answered } = answer();
      return Response.json(answered, { status });
    },
  });
  return { memory: openMemory(client, { userId: "ann", namespaces: ["work", "global"], project: "otter" }), sent };
}

const { signal } = new AbortController();
/** What a model could try: fields of a realm among those of the call. */
const STRANGE = { user_id: "bob", namespace: "secret", namespaces: ["secret"], project: "theirs" };

const CALLS: Record<string, (memory: Memory) => Promise<unknown>> = {
  recall: (memory) => memory.recall({ query: "x", ...STRANGE }, { signal }),
  search: (memory) => memory.search({ query: "x", ...STRANGE }, { signal }),
  explain: (memory) => memory.explain({ query: "x", ...STRANGE }, { signal }),
  remember: (memory) => memory.remember({ content: "x", ...STRANGE }, { signal }),
  forget: (memory) => memory.forget({ query: "x", ...STRANGE }, { signal }),
  stats: (memory) => memory.stats({ signal }),
  entities: (memory) => memory.entities({ limit: 1, ...STRANGE }, { signal }),
  entity: (memory) => memory.entity("e1", { signal }),
  memories: (memory) => memory.memories({ limit: 1, ...STRANGE }, { signal }),
  memory: (memory) => memory.memory("m1", { signal }),
  sessions: (memory) => memory.sessions({ limit: 1, ...STRANGE }, { signal }),
  turns: (memory) => memory.turns({ session_id: "s1", ...STRANGE }, { signal }),
};

describe.each(Object.entries(CALLS))("%s", (name, call) => {
  it("stays in the realm, whatever else is given", async () => {
    const { memory, sent } = overWire();
    await call(memory);
    expect(sent).toHaveLength(1);
    const { fields } = sent[0]!;
    expect(fields["user_id"]).toBe("ann");
    expect(JSON.stringify(fields)).not.toMatch(/bob|secret|theirs/);
    if (name !== "stats") expect(["work", "work,global"]).toContain(String(fields["namespaces"] ?? fields["namespace"]));
  });
});

it("writes to the first namespace, for the project", async () => {
  const { memory, sent } = overWire();
  await memory.remember({ content: "x" }, { signal });
  expect(sent[0]!.fields).toMatchObject({ namespace: "work", project: "otter" });
  await memory.recall({ query: "x" }, { signal });
  expect(sent[1]!.fields).toMatchObject({ namespaces: ["work", "global"], project: "otter" });
});

it("reads a user whom nobody has told anything as empty, but tells every other failure", async () => {
  const unknown = overWire(() => ({ status: 404, body: { code: "unknown_user", detail: "Nothing is known of this user", fix: "Tell something." } }));
  expect(await unknown.memory.recall({ query: "x" }, { signal })).toMatchObject({ items: [], skipped: { reason: "unknown_user" } });
  expect(await unknown.memory.sessions({}, { signal })).toEqual({ sessions: [], next_cursor: null });
  expect(await unknown.memory.stats({ signal })).toMatchObject({ user_id: "ann", total_memories: 0, turns: 0 });
  const broken = overWire(() => ({ status: 503, body: { code: "store_unavailable", detail: "x", fix: "y" } }));
  await expect(broken.memory.recall({ query: "x" }, { signal })).rejects.toMatchObject({ code: "store_unavailable" });
});

it("looks for a session in each namespace, in order", async () => {
  const { memory, sent } = overWire(() => (sent.length === 1 ? { status: 404, body: { code: "not_found", detail: "Nothing is there", fix: "x" } } : { status: 200, body: { turns: [], next_cursor: null } }));
  await memory.turns({ session_id: "a/b" }, { signal });
  expect(sent.map(({ path, fields }) => `${path} ${String(fields["namespace"])}`)).toEqual(["/v1/sessions/a%2Fb/turns work", "/v1/sessions/a%2Fb/turns global"]);
});
