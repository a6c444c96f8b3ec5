import { describe, expect, it } from "vitest";

import { gatePrompt } from "./gate-prompt.ts";

describe("gatePrompt", () => {
  it.each(["hi~", "ok👍", "好的👌", "收到!!", "Thanks!", "👍🏽", "...", "？", "good morning", "はい。", "Danke :)"])("skips %j as trivial", (prompt) => {
    expect(gatePrompt(prompt)).toBe("trivial_prompt");
  });

  it.each(["HEARTBEAT", "HEARTBEAT_OK", "NO_REPLY", "Read HEARTBEAT.md if it exists and follow it"])("skips %j as a heartbeat", (prompt) => {
    expect(gatePrompt(prompt)).toBe("heartbeat");
  });

  it.each(["/new", "/cortex why", "/reset now"])("skips %j as a slash command", (prompt) => {
    expect(gatePrompt(prompt)).toBe("slash_command");
  });

  it("says so when there is no query", () => {
    expect(gatePrompt(" \n\t ")).toBe("no_query");
  });

  it.each([
    "When is my dentist appointment?", "ok, when is it?", "/home/ann/notes.txt — what is in it?", "no idea who Bob is", "牙医预约是什么时候", "dentist",
    "7", "Where did I read about the heartbeat sensor?", "hello world program in Rust", "/ means what?",
  ])("lets %j through", (prompt) => {
    expect(gatePrompt(prompt)).toBeNull();
  });
});
