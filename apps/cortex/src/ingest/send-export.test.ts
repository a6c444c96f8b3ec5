import { createCortexClient } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import type { IngestResponse } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import type { Conversation } from "./conversation.ts";
import type { ImportState } from "./import-state.ts";
import { sendExport } from "./send-export.ts";

const conversation = (session_id: string, count: number): Conversation => ({
  place: `record ${session_id}`,
  header: { user_id: "ann", session_id },
  messages: Array.from({ length: count }, (_, index) => ({ role: "user", content: `${session_id} ${index}` })),
});

interface Sent {
  session_id: string;
  messages: { content: string }[];
}

interface Refusal {
  status: number;
  code: string;
  detail?: string;
}

/** Answers from a list, one for each request; keeps every message it has not seen. */
function recorder(answers: (Refusal | "kept")[] = []): { client: CortexClient; sent: Sent[]; states: ImportState[] } & { state: Parameters<typeof sendExport>[1]["state"] } {
  const [sent, states, known]: [Sent[], ImportState[], Set<string>] = [[], [], new Set()];
  const fetch = async (_url: unknown, { body }: RequestInit = {}): Promise<Response> => {
    const { session_id, messages } = JSON.parse(body as string) as Sent;
    sent.push({ session_id, messages });
    const answer = answers.shift() ?? "kept";
    if (answer !== "kept") return Response.json(answer, { status: answer.status });
    const fresh = messages.filter(({ content }) => !known.has(content));
    for (const { content } of fresh) known.add(content);
    return Response.json({ status: "debounced", session_id, accepted: fresh.length, duplicate: messages.length - fresh.length, ignored: [] } satisfies IngestResponse);
  };
  const client = createCortexClient({ url: "http://service", fetch, wait: async () => undefined });
  return { client, sent, states, state: { read: async () => null, write: async (state) => void states.push(state), remove: async () => undefined } };
}

const run = (conversations: readonly Conversation[], { client, state }: ReturnType<typeof recorder>, more: { resumeAt?: number; bytes?: number } = {}) =>
  sendExport(conversations, { client, state, resumeAt: more.resumeAt ?? 0, bodyLimitBytes: more.bytes ?? 1_000_000, onMessages: () => undefined });

describe("sendExport", () => {
  it("counts messages that two requests share once", async () => {
    const service = recorder();
    const report = await run([conversation("a", 40)], service, { bytes: 700 });
    expect(service.sent.length).toBeGreaterThan(2);
    expect(report).toMatchObject({ conversations: 1, accepted: 40, duplicate: 0 });
  });

  it("notes after each conversation how far it came, and passes over what an earlier run sent", async () => {
    const service = recorder();
    await run([conversation("a", 2), conversation("b", 3), conversation("c", 1)], service, { resumeAt: 1 });
    expect(service.sent.map(({ session_id }) => session_id)).toEqual(["b", "c"]);
    expect(service.states).toEqual([{ conversations: 2, turns: 3 }, { conversations: 3, turns: 4 }]);
  });

  it("waits and tries again when the service is busy", async () => {
    const service = recorder([{ status: 429, code: "rate_limited" }, ...Array.from({ length: 7 }, () => ({ status: 503, code: "starting" }))]);
    expect(await run([conversation("a", 2)], service)).toMatchObject({ accepted: 2, refused: [] });
    expect(service.sent).toHaveLength(9);
  });

  it("reports a record that is refused and goes on", async () => {
    const service = recorder([{ status: 422, code: "invalid_fields", detail: "Some fields are not valid" }]);
    expect(await run([conversation("a", 2), conversation("b", 1)], service)).toMatchObject({ conversations: 1, accepted: 1, refused: [{ place: "record a", reason: "Some fields are not valid" }] });
  });

  it("ends at once when the token is refused", async () => {
    const service = recorder([{ status: 401, code: "unauthorized" }]);
    await expect(run([conversation("a", 2), conversation("b", 1)], service)).rejects.toMatchObject({ code: "unauthorized" });
    expect(service.states).toEqual([]);
  });
});
