import { describe, expect, it } from "vitest";

import { bareChat } from "./known-turns.ts";

describe("bareChat", () => {
  it.each([
    ["-100", "-100"],
    ["telegram:-100", "-100"],
    ["telegram:group:-100", "-100"],
    ["telegram:group:-100:topic:3", "-100"],
    ["group:-100", "-100"],
    ["channel:C012", "c012"],
    ["120363@g.us", "120363@g.us"],
    ["!abc:example.org", "!abc:example.org"],
  ])("knows the chat in %s", (chat, bare) => {
    expect(bareChat(chat)).toBe(bare);
  });
});
