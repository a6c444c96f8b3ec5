import { describe, expect, it } from "vitest";

import { whyNoIngestion, whyNoRecall } from "./guards.ts";
import { resolveMemoryCortexConfig } from "./memory-cortex-config.ts";

const config = (block: object = {}) => resolveMemoryCortexConfig(block);
const run = (prompt: string, fields: object = {}) => ({ prompt, senderName: "ann", ...fields });

describe("a turn without memory", () => {
  it.each([
    ["disabled", { enabled: false }, run("When is my dentist appointment?")],
    ["recall_off", { autoRecall: false }, run("When is my dentist appointment?")],
    ["heartbeat", {}, run("HEARTBEAT")],
    ["heartbeat", {}, run("Anything new?", { isHeartbeat: true })],
    ["heartbeat", {}, run("Anything new?", { trigger: "Cron" })],
    ["heartbeat", { skipHeartbeat: false }, run("HEARTBEAT")],
    ["no_user", {}, { prompt: "When is my dentist appointment?" }],
    ["no_user", {}, run("When is my dentist appointment?", { senderName: "" })],
    ["trivial_prompt", {}, run("好的👌")],
    ["slash_command", {}, run("/new")],
    ["no_query", {}, run("  ")],
    ["short_query", {}, run("eh")],
  ])("says %s", (reason, block, turn) => {
    expect(whyNoRecall(config(block), turn)).toBe(reason);
  });

  it.each([run("When is my dentist appointment?"), run("牙医"), run("Anything new?", { trigger: "user" }), run("Bob")])("is none for %j", (turn) => {
    expect(whyNoRecall(config(), turn)).toBeNull();
  });

  it("asks on a cron's behalf where that is wanted", () => {
    expect(whyNoRecall(config({ skipHeartbeat: false }), run("Anything new?", { trigger: "cron" }))).toBeNull();
  });
});

describe("a session that is not taken over", () => {
  it.each([
    ["disabled", { enabled: false }, run("x")],
    ["ingest_off", { autoIngest: false }, run("x")],
    ["heartbeat", {}, run("x", { trigger: "heartbeat" })],
    ["no_user", {}, { prompt: "x" }],
  ])("says %s", (reason, block, turn) => {
    expect(whyNoIngestion(config(block), turn)).toBe(reason);
  });

  it("is taken over however short the last message is", () => {
    expect(whyNoIngestion(config(), run("ok"))).toBeNull();
  });
});
