import { describe, expect, it } from "vitest";

import { guidance } from "./prompt-section.ts";

describe("guidance", () => {
  it("names only tools that the agent has, and is silent without any", () => {
    expect(guidance({ availableTools: new Set(["exec"]) }, true)).toEqual([]);
    expect(guidance({}, true)).toEqual([]);
    const text = guidance({ availableTools: new Set(["memory_recall"]) }, true).join("\n");
    expect(text).toContain("memory_recall");
    expect(text).not.toMatch(/memory_(search|get|store)/);
  });

  it("does not claim that anything is recalled by itself where it is not", () => {
    const availableTools = new Set(["memory_recall", "memory_search", "memory_get", "memory_store"]);
    expect(guidance({ availableTools }, false).join("\n")).toContain("Nothing is recalled by itself");
    expect(guidance({ availableTools }, true).join("\n")).not.toContain("Nothing is recalled by itself");
  });

  it("keeps quiet about sources where the host wants no citations", () => {
    const availableTools = new Set(["memory_recall"]);
    expect(guidance({ availableTools, citationsMode: "off" }, true).join("\n")).toContain("Do not mention paths");
  });
});
