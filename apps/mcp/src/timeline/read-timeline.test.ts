import type { Answer } from "@memory-cortex/client";
import { describe, expect, it } from "vitest";

import type { Memory } from "../memory.ts";
import type { ToolCall } from "../tools/tool.ts";
import { readTimeline } from "./read-timeline.ts";
import type { TimelineAsked } from "./read-timeline.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-03-01T00:00:00Z");
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();

type MemoryView = Answer<"listMemories">["memories"][number];

/** A service that holds so many turns in one session, and so many memories, a minute apart; it answers in the pages of the real one. */
function service({ turns = 0, memories = 0 }: { turns?: number; memories?: number }): { call: ToolCall; reports: string[] } {
  const reports: string[] = [];
  const memory: Pick<Memory, "turns" | "memories" | "search"> = {
    turns: async ({ after, limit }) => {
      const from = Number(after) + 1;
      const page = Array.from({ length: Math.max(0, Math.min(Number(limit), turns - from)) }, (_, index) => from + index);
      return {
        turns: page.map((position) => ({ id: `t${position}`, external_id: null, position, role: "user" as const, speaker: null, text: `said ${position}`, observed_at: at(position) })),
        next_cursor: from + page.length < turns ? String(from + page.length - 1) : null,
      };
    },
    memories: async ({ cursor, limit }) => {
      const newest = cursor === undefined ? memories - 1 : Number(cursor);
      const page = Array.from({ length: Math.min(Number(limit), newest + 1) }, (_, index) => newest - index);
      const view = (number: number) => ({ id: `m${number}`, content: `known ${number}`, type: "fact", observed_at: at(number), speaker: null, session_id: null, valid_to: null, retired_at: null, episode_start: null }) as unknown as MemoryView;
      return { memories: page.map(view), next_cursor: newest - page.length >= 0 ? String(newest - page.length) : null };
    },
    search: async () => ({ items: [3, 1, 2].map((number) => ({ id: `f${number}`, kind: "memory", text: `fits ${number}`, score: 1 / number, observed_at: at(number), session_id: null, speaker: null })) }) as unknown as Answer<"search">,
  };
  return { call: { memory: memory as Memory, signal: AbortSignal.abort(), report: (message) => void reports.push(message) }, reports };
}

async function ids(asked: Partial<TimelineAsked>, { call }: { call: ToolCall }): Promise<{ ids: string[]; more: boolean }> {
  const { entries, more } = await readTimeline({ limit: 3, ...asked }, call);
  return { ids: entries.map(({ id }) => id), more };
}

describe("timeline of a session", () => {
  it("begins at its beginning", async () => {
    expect(await ids({ session_id: "s" }, service({ turns: 5 }))).toEqual({ ids: ["t0", "t1", "t2"], more: true });
    expect(await ids({ session_id: "s" }, service({ turns: 3 }))).toEqual({ ids: ["t0", "t1", "t2"], more: false });
    expect(await ids({ session_id: "s", since: at(3), until: at(4) }, service({ turns: 5 }))).toEqual({ ids: ["t3"], more: false });
  });

  it.each([["t0", ["t0", "t1", "t2"]], ["t2", ["t1", "t2", "t3"]], ["t4", ["t2", "t3", "t4"]]])("shows what was said around %s", async (around, expected) => {
    expect(await ids({ session_id: "s", around }, service({ turns: 5 }))).toEqual({ ids: expected, more: true });
  });

  it("finds a message far back, and says how far it has read", async () => {
    const long = service({ turns: 2_500 });
    expect(await ids({ session_id: "s", around: "t2001", limit: 4 }, long)).toEqual({ ids: ["t1999", "t2000", "t2001", "t2002"], more: true });
    expect(long.reports).toEqual(["Read 1000 messages of the session", "Read 2000 messages of the session"]);
  });

  it("names what does not go together", async () => {
    await expect(ids({ around: "t1" }, service({}))).rejects.toMatchObject({ code: "invalid_fields", errors: [{ path: "around" }] });
    await expect(ids({ session_id: "s", around: "other" }, service({ turns: 5 }))).rejects.toMatchObject({ code: "invalid_fields", errors: [{ path: "around" }] });
    await expect(ids({ session_id: "s", around: "other" }, service({ turns: 30_000 }))).rejects.toMatchObject({ code: "invalid_fields", errors: [{ path: "session_id" }] });
  });
});

describe("timeline of what is known", () => {
  it("shows the newest, oldest first", async () => {
    expect(await ids({}, service({ memories: 10 }))).toEqual({ ids: ["m7", "m8", "m9"], more: true });
    expect(await ids({}, service({ memories: 2 }))).toEqual({ ids: ["m0", "m1"], more: false });
    expect(await ids({}, service({}))).toEqual({ ids: [], more: false });
  });

  it("goes back to a period far behind the first page", async () => {
    const many = service({ memories: 1_000 });
    expect(await ids({ until: at(300), limit: 2 }, many)).toEqual({ ids: ["m298", "m299"], more: true });
    expect(many.reports.length).toBe(3);
  });

  it("puts what fits a topic in the order of time", async () => {
    expect(await ids({ query: "x" }, service({}))).toEqual({ ids: ["f1", "f2", "f3"], more: false });
    expect(await ids({ query: "x", limit: 2 }, service({}))).toEqual({ ids: ["f1", "f3"], more: true });
    expect(await ids({ query: "x", since: at(2) }, service({}))).toEqual({ ids: ["f2", "f3"], more: false });
  });
});

it.each(["yesterday", "2026-03-01", "2026-03-01T00:00:00"])("refuses %s as a time", async (since) => {
  await expect(ids({ since }, service({}))).rejects.toMatchObject({ code: "invalid_fields", errors: [{ path: "since" }] });
});
