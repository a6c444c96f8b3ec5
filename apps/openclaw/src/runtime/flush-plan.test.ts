import { describe, expect, it } from "vitest";

import { flushPlan } from "./flush-plan.ts";

const NOW = Date.parse("2026-03-01T23:30:00Z");
const clock = (): number => NOW;
const settings = (memoryFlush: object, more: object = {}): object => ({ agents: { defaults: { compaction: { memoryFlush }, ...more } } });

describe("flushPlan", () => {
  it("names today's note in the user's time zone", () => {
    expect(flushPlan({ cfg: settings({}, { userTimezone: "Asia/Tokyo" }), nowMs: NOW }, clock)).toMatchObject({ relativePath: "memory/2026-03-02.md" });
    expect(flushPlan({ cfg: settings({}, { userTimezone: "America/New_York" }), nowMs: NOW }, clock)).toMatchObject({ relativePath: "memory/2026-03-01.md" });
  });

  it("tells the agent to append to that note only, in both prompts", () => {
    const plan = flushPlan({ cfg: settings({}, { userTimezone: "UTC" }), nowMs: NOW }, clock)!;
    for (const prompt of [plan.prompt, plan.systemPrompt]) {
      expect(prompt).toContain("memory/2026-03-01.md");
      expect(prompt).toContain("APPEND");
      expect(prompt).toContain("NO_REPLY");
      expect(prompt).toMatch(/MEMORY\.md.*read-only/);
    }
  });

  it("goes by the host's settings", () => {
    const plan = flushPlan({ cfg: settings({ softThresholdTokens: 1_000, forceFlushTranscriptBytes: "3mb", model: " fake/m2 " }), nowMs: NOW }, clock);
    expect(plan).toMatchObject({ softThresholdTokens: 1_000, forceFlushTranscriptBytes: 3_145_728, model: "fake/m2", reserveTokensFloor: 20_000 });
    expect(flushPlan({ cfg: settings({ enabled: false }) }, clock)).toBeNull();
  });

  it("leaves room in small windows", () => {
    expect(flushPlan({ contextWindowTokens: 8_000 }, clock)).toMatchObject({ reserveTokensFloor: 2_000, softThresholdTokens: 3_000 });
    expect(flushPlan({ contextWindowTokens: 200_000 }, clock)).toMatchObject({ reserveTokensFloor: 20_000, softThresholdTokens: 4_000 });
  });

  it("bears settings that are nonsense", () => {
    const plan = flushPlan({ cfg: settings({ softThresholdTokens: "many", forceFlushTranscriptBytes: "lots", model: 3 }, { userTimezone: "Mars/Base" }), nowMs: Number.NaN }, clock);
    expect(plan).toMatchObject({ softThresholdTokens: 4_000, forceFlushTranscriptBytes: 2_097_152 });
    expect(plan).not.toHaveProperty("model");
  });
});
