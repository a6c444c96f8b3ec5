import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { firstNew, watermarkAfter } from "./watermark.ts";

const after = (prints: readonly string[], sessionId: string | null = "s") => watermarkAfter(prints, { count: 0, sessionId, now: 0 });
const newAfter = (seen: readonly string[], now: readonly string[], sessionId = "s") => now.slice(firstNew(now, after(seen), sessionId));

describe("firstNew", () => {
  it("finds what came since", () => {
    expect(newAfter(["a", "b"], ["a", "b", "c", "d"])).toEqual(["c", "d"]);
    expect(newAfter(["a", "b"], ["a", "b"])).toEqual([]);
    expect(newAfter([], ["a", "b"])).toEqual(["a", "b"]);
  });

  it("takes what is said again for new", () => {
    expect(newAfter(["a", "ok"], ["a", "ok", "ok", "b"])).toEqual(["ok", "b"]);
    expect(newAfter(["a", "b", "ok", "x", "ok"], ["a", "b", "ok", "x", "ok", "ok", "y"])).toEqual(["ok", "y"]);
  });

  it("finds its place after a compaction", () => {
    expect(newAfter(["a", "b", "c", "d", "e"], ["summary", "d", "e", "f", "g"])).toEqual(["f", "g"]);
  });

  it("finds its place when the last answer was dropped after an error", () => {
    expect(newAfter(["a", "b", "c", "failed"], ["a", "b", "c", "d", "e"])).toEqual(["d", "e"]);
  });

  it("finds its place in a session whose id changed, and begins anew in a new one", () => {
    expect(newAfter(["a", "b", "c"], ["summary", "b", "c", "d"], "s2")).toEqual(["d"]);
    expect(newAfter(["hi", "hello", "a", "b"], ["hi", "fact", "noted"], "s2")).toEqual(["hi", "fact", "noted"]);
  });

  it("begins anew where the id stays and only a common answer was seen before", () => {
    expect(newAfter(["a", "ok", "b", "ok"], ["fact", "ok"])).toEqual(["fact", "ok"]);
    expect(newAfter(["a", "ok"], ["ok", "fact"])).toEqual(["fact"]);
  });

  it("captures each message once and in order, however long the session and whatever is said twice", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "ok"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 30 }), (turns) => {
        let watermark = after([]);
        const captured: string[] = [];
        const whole: string[] = [];
        for (const turn of turns) {
          whole.push(...turn);
          captured.push(...whole.slice(firstNew(whole, watermark, "s")));
          watermark = after(whole);
        }
        expect(captured).toEqual(whole);
      }),
    );
  });
});
