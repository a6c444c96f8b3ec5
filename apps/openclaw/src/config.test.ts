import { describe, expect, it } from "vitest";

import { readConfig } from "./config.ts";

const login = (): string => "ann";

describe("readConfig", () => {
  it("needs nothing", () => {
    expect(readConfig(undefined, login)).toMatchObject({
      config: { url: "http://127.0.0.1:8300", token: null, userId: "ann", namespace: "global", owners: [], users: {}, autoRecall: true, autoCapture: true, recallTimeoutMs: 200, recallMaxItems: 6, recallMaxChars: 1_800, recallMinRecent: 1 },
      problems: [],
    });
  });

  it("takes what is given, without the slash behind an address", () => {
    expect(readConfig({ url: "https://memory.example/", userId: "bob", recallMaxItems: 3, owners: ["telegram:7"] }, login).config).toMatchObject({ url: "https://memory.example", userId: "bob", recallMaxItems: 3, owners: ["telegram:7"] });
  });

  it.each([
    ["url", "file:///etc"], ["recallMaxItems", 7], ["recallMaxChars", 1_801], ["recallTimeoutMs", "200"], ["autoRecall", "yes"], ["namespace", "With Spaces"],
    ["owners", [7]], ["users", ["a"]], ["token", { source: "env", provider: "default", id: "X" }],
  ])("counts a wrong %s as left out, and says so without its value", (name, value) => {
    const { config, problems } = readConfig({ [name]: value }, login);
    expect(config).toEqual(readConfig({}, login).config);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
    expect(problems[0]).not.toContain(JSON.stringify(value));
  });
});
