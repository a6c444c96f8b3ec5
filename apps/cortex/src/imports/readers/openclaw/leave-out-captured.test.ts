import { createCortexClient } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import { describe, expect, it } from "vitest";

import type { Conversation } from "../../../ingest/conversation.ts";
import { leaveOutCaptured } from "./leave-out-captured.ts";

const AT = Date.UTC(2026, 10, 22, 13, 30);
const conversation = (...messages: [role: "user" | "assistant", content: string, seconds: number][]): Conversation => ({
  place: "x", header: { user_id: "ann", session_id: "s/1", namespace: "untrusted" },
  messages: messages.map(([role, content, seconds]) => ({ role, content, timestamp: AT + seconds * 1_000 })),
});
const turn = (role: string, text: string, seconds: number, external_id: string | null = `openclaw:a:${seconds}:b`) => ({ role, text, external_id, observed_at: new Date(AT + seconds * 1_000).toISOString() });

/** A service that has these turns, two a page. */
function serviceWith(turns: readonly object[] | null): { client: CortexClient; asked: string[] } {
  const asked: string[] = [];
  const fetch = async (address: unknown): Promise<Response> => {
    const { pathname, search, searchParams } = new URL(address as string);
    asked.push(pathname + search);
    if (turns === null) return Response.json({ code: "not_found" }, { status: 404 });
    const from = Number(searchParams.get("after")) + 1;
    return Response.json({ turns: turns.slice(from, from + 2), next_cursor: from + 2 < turns.length ? String(from + 1) : null });
  };
  return { client: createCortexClient({ url: "http://service", fetch }), asked };
}

const left = async (told: Conversation, turns: readonly object[] | null) => (await leaveOutCaptured(told, serviceWith(turns).client)).messages.map(({ content }) => content);

describe("leaveOutCaptured", () => {
  it("leaves out what the plugin captured, at its own time and without a name", async () => {
    const told = conversation(["user", "before", -9_000], ["assistant", "Understood.", -8_990], ["user", "We sail on Saturday.", 0], ["assistant", "Understood.", 12]);
    expect(await left(told, [turn("user", "We sail on Saturday.", 11), turn("assistant", "Understood.", 12)])).toEqual(["before", "Understood."]);
  });

  it("counts what was said twice as two", async () => {
    expect(await left(conversation(["user", "ok", 0], ["user", "ok", 60], ["user", "ok", 120]), [turn("user", "ok", 1), turn("user", "ok", 61)])).toEqual(["ok"]);
  });

  it("leaves what others than the plugin sent to the service, which knows it by its time", async () => {
    expect(await left(conversation(["user", "hi", 0]), [turn("user", "hi", 0, null)])).toEqual(["hi"]);
    expect(await left(conversation(["user", "hi", 0]), [turn("user", "hi", 7_200)])).toEqual(["hi"]);
    expect(await left(conversation(["user", "hi", 0]), [turn("assistant", "hi", 0)])).toEqual(["hi"]);
  });

  it("compares as the service keeps it: without secrets", async () => {
    const token = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
    const { client } = serviceWith([]);
    expect((await leaveOutCaptured(conversation(["user", `token ${token}`, 0]), client)).messages).toHaveLength(1);
    expect(await left(conversation(["user", `token ${token}`, 0]), [turn("user", "token [redacted:github-token]", 0)])).toEqual([]);
  });

  it("asks for all pages of the session in its drawer, and for nothing where there is none", async () => {
    const { client, asked } = serviceWith([turn("user", "a", 0), turn("user", "b", 1), turn("user", "c", 2)]);
    await leaveOutCaptured(conversation(["user", "c", 2]), client);
    expect(asked).toEqual([-1, 1].map((after) => `/v1/sessions/s%2F1/turns?user_id=ann&namespace=untrusted&limit=1000&after=${after}`));
    expect(await left(conversation(["user", "c", 2]), null)).toEqual(["c"]);
  });
});
