import { describe, expect, it } from "vitest";

import { kindBoost } from "./kind-boost.ts";

const turn = (id: string, speaker: string) => ({ id, kind: "turn", sessionKey: "s", position: 1, words: 8, role: "user", speaker }) as const;
const ofKind = new Set(["lisbon", "porto"]);

describe("what names a thing of the kind asked for", () => {
  it("rises, where the question names nobody whoever says it", () => {
    const nobody = { named: null, firstPerson: false };
    expect([turn("lisbon", "Ann"), turn("porto", "Ben"), turn("tea", "Ann")].map((each) => kindBoost(each, nobody, ofKind))).toEqual([1.2, 1.2, 1]);
  });

  it("rises only among the turns of the speaker whom the question names", () => {
    const ann = { named: "Ann", firstPerson: false };
    expect([turn("lisbon", "Ann"), turn("porto", "Ben"), turn("tea", "Ann")].map((each) => kindBoost(each, ann, ofKind))).toEqual([1.2, 1, 1]);
  });
});
