import { describe, expect, it } from "vitest";

import { extractEntities } from "./extract-entities.ts";
import { namesInTurns } from "./window-names.ts";

const kinds = (text: string) => Object.fromEntries(extractEntities(text, { speaker: "Ruth", speakers: ["Ruth", "Olaf"] }).flatMap(({ name, kinds: own = [] }) => (own.length === 0 ? [] : [[name, own]])));

describe("what kind of thing a name is", () => {
  it.each([
    ["We walked my dog Toby.", { Toby: ["dog"] }],
    ["They now have a second cat named Mogli.", { Mogli: ["cat"] }],
    ["Meet Hupf, my guinea pig.", { Hupf: ["pig"] }],
    ["I liked \"Momo and the Thieves\", a book for children.", { "Momo and the Thieves": ["book"] }],
    ["My favourite author is Ursula Le Guin.", { "Ursula Le Guin": ["author"] }],
    ["I'm reading \"Solaris\" by Stanislaw Lem.", { Solaris: ["book"], "Stanislaw Lem": ["author"] }],
    ["We had cake at Blue Door Café.", { "Blue Door Café": ["café"] }],
    ["I like bands like Kraftwerk and Radiohead.", { Kraftwerk: ["band"], Radiohead: ["band"] }],
    ["Then we flew to Lisbon, and on to Canada.", { Lisbon: ["city"], Canada: ["country"] }],
    ["She comes from my home country, Norway.", { Norway: ["country"] }],
    ["So Paris was born in Paris.", { Paris: ["city"] }],
    ["Of course, Olaf was late for the Movie.", {}],
    ["We met Dagny, and she likes books.", {}],
  ])("%s", (text, expected) => expect(kinds(text)).toEqual(expected));

  it("is what somebody else has just asked for", () => {
    const turn = (id: string, speaker: string, text: string) => ({ id, speaker, text, role: "user" as const, agentId: null });
    const turns = [turn("1", "Ruth", "Which pets have you got?"), turn("2", "Olaf", "My two are Minka and Poldi! I told Dagny about them."), turn("3", "Olaf", "They like Tilda.")];
    const found = namesInTurns({ turns }).map(({ entities }) => entities.map(({ name, kinds: own = [] }) => `${name}: ${own.join(", ")}`));
    expect(found).toEqual([[], ["Minka: pet", "Poldi: pet", "Dagny: "], ["Tilda: "]]);
  });
});
