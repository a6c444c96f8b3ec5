import { describe, expect, it } from "vitest";

import { isTrivialPrompt, trivialPrompt } from "./trivial-prompt.ts";

describe("trivialPrompt", () => {
  it.each([
    "hi~", "ok👍", "好的👌", "收到!!", "Thanks!", "👍🏽", "...", "？", "good morning", "はい。", "Danke :)", "OK thanks", "ok, thanks!!", "yes. please continue", "You're welcome!", "hahaha", "LOOOL", "hmm…",
    "你好👋", "您好！😊", "好的，谢谢🙏", "谢谢你❤️", "嗯嗯👌🏻", "哈哈哈哈😂😂", "收到✅", "没问题👍🏼", "早上好☀️", "晚安🌙", "謝謝🙏", "辛苦了！", "好嘞~", "在吗？", "知道了👌 谢谢！", "👌好的", "太棒了🎉🎉🎉",
    "❤️", "🇩🇪", "1️⃣", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺︎", "👍".repeat(60), "。。。", "——", "!!!???", "¿?", "· · ·", "ℹ️",
  ])("takes %j for trivial", (prompt) => {
    expect(trivialPrompt(prompt)).toBe("trivial_prompt");
    expect(isTrivialPrompt(prompt)).toBe(true);
  });

  it.each(["HEARTBEAT", "HEARTBEAT_OK", "**HEARTBEAT**", "HEARTBEAT 💓", "NO_REPLY", "Read HEARTBEAT.md if it exists and follow it", "Heartbeat prompt: Read HEARTBEAT.md if it exists", "Check the disks. If nothing needs attention, reply HEARTBEAT_OK"])(
    "takes %j for a heartbeat",
    (prompt) => {
      expect(trivialPrompt(prompt)).toBe("heartbeat");
    },
  );

  it.each(["/new", "/cortex why", "/reset now", "/status@my_bot", "  /compact"])("takes %j for a slash command", (prompt) => {
    expect(trivialPrompt(prompt)).toBe("slash_command");
  });

  it.each([" \n\t ", ""])("says of %j that there is no question", (prompt) => {
    expect(trivialPrompt(prompt)).toBe("no_query");
  });

  it.each([
    "When is my dentist appointment?", "ok, when is it?", "/home/ann/notes.txt — what is in it?", "no idea who Bob is", "牙医预约是什么时候", "dentist", "7", "Where did I read about the heartbeat sensor?",
    "hello world program in Rust", "/ means what?", "好的，那牙医预约呢👌", "谢谢，我叫什么名字？", "你好吗最近怎么样", "thanks, and Bob?", "👍 which flight?", "x", "𝒶", "नमस्ते दुनिया", "e\u0301", "1️⃣ or 2?",
  ])("lets %j through", (prompt) => {
    expect(trivialPrompt(prompt)).toBeNull();
    expect(isTrivialPrompt(prompt)).toBe(false);
  });

  it("reads a long prompt once, whatever it is made of", () => {
    expect(trivialPrompt("!".repeat(100_000))).toBeNull();
    expect(trivialPrompt(`${"ok ".repeat(30)}done`)).toBeNull();
  });
});
