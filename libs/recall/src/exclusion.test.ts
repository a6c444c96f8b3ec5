import { explainRequest } from "@memory-cortex/models/wire";
import { describe, expect, it } from "vitest";

import { asking, openRecallBench } from "./recall-bench.fixture.ts";

const texts = async (ask: Promise<{ items: { text: string }[] }>): Promise<string[]> => (await ask).items.map(({ text }) => text).sort();

describe("what a request leaves out by name", () => {
  it("is neither in the items nor in the context, and the place goes to others", async () => {
    const bench = await openRecallBench(["The dentist is on Tuesday", "The dentist was kind"]);
    await bench.say(["The dentist called today"], "now");
    const memory = await bench.remember("The dentist is called Dr Park", { sessionId: "now" });

    expect(await texts(bench.ask("dentist"))).toHaveLength(4);
    expect(await texts(bench.ask("dentist", { exclude_session_ids: ["now"] }))).toEqual(["The dentist is on Tuesday", "The dentist was kind"]);
    expect(await texts(bench.ask("dentist", { exclude_session_ids: ["then", "elsewhere"] }))).toEqual(["The dentist called today", "The dentist is called Dr Park"]);
    const { items, context } = await bench.ask("dentist", { exclude_ids: [memory], limit: 3 });
    expect(items).toHaveLength(3);
    expect(context).not.toContain("Park");
  });

  it("leaves out a session of the namespaces that are asked, and none of the same name elsewhere", async () => {
    const bench = await openRecallBench(["The dentist is on Tuesday"]);
    expect(await texts(bench.ask("dentist", { namespaces: ["global", "work"], exclude_session_ids: ["then"] }))).toEqual([]);
    expect(await texts(bench.ask("dentist", { exclude_session_ids: ["the"] }))).toEqual(["The dentist is on Tuesday"]);
  });

  it("is told by explain", async () => {
    const bench = await openRecallBench([]);
    const memory = await bench.remember("The dentist is called Dr Park");
    const { why } = await bench.recall.explain(explainRequest.parse({ ...asking("dentist"), exclude_ids: [memory], why: [memory] }));
    expect(why[0]).toMatchObject({ verdict: "filtered", explanation: expect.stringContaining("left out") });
  });
});
