import { describe, expect, it } from "vitest";

import { extractEntities, MOST_ENTITIES_PER_TEXT } from "./extract-entities.ts";
import { namesInLongWindow, namesInTurns } from "./window-names.ts";

const speakers = ["Ruth", "Viktor Hale"];
const named = (text: string, speaker: string | null = "Ruth") => extractEntities(text, { speaker, speakers }).map(({ name, type }) => `${name}: ${type}`);
const names = (text: string, speaker: string | null = "Ruth") => extractEntities(text, { speaker, speakers }).map(({ name }) => name);

describe("names of a text", () => {
  it.each([
    ["We flew to Lisbon and met my cousin Dagny there.", ["Lisbon: place", "Dagny: person"]],
    ["I talked to Viktor about the move.", ["Viktor: person"]],
    ["My boss Dr. Weber works at Hartmann Labs.", ["Weber: person", "Hartmann Labs: organisation"]],
    ["We moved the service from Heroku to PostgreSQL on Fly.io last week.", ["Heroku: concept", "PostgreSQL: system", "Fly.io: system"]],
    ["I loved reading \"The Left Hand of Darkness\" by Ursula K. Le Guin.", ["The Left Hand of Darkness: concept", "Ursula K. Le Guin: concept"]],
    ["She studied at the University of Oxford.", ["University of Oxford: organisation"]],
    ["the kick-off of project Nightjar is on Tuesday", ["Nightjar: project"]],
    ["we stayed in New York City near Central Park", ["New York City: place", "Central Park: place"]],
    ["I told O'Brien and Jean-Luc that NASA called.", ["O'Brien: person", "Jean-Luc: concept", "NASA: concept"]],
    ["Anneliese and I went hiking.", ["Anneliese: person"]],
    ["Born in Zürich, raised in São Paulo.", ["Zürich: place", "São Paulo: place"]],
  ])("%s", (text, expected) => expect(named(text)).toEqual(expect.arrayContaining(expected)));

  it.each([
    ["Painting is my thing. Appreciate it! Nature helps."],
    ["Sounds great. Looking forward to it on Monday in March!"],
    ["I'm sure I'd go if I'll have time. OK?"],
    ["Visiting was fun. Running helps, Thanks."],
    ["My Mom and Dad say hi, LOL. On TV there was nothing."],
    ["WOW THIS IS SO GREAT I CANNOT BELIEVE IT"],
    [""],
  ])("finds none in: %s", (text) => expect(names(text)).toEqual([]));

  it.each([
    ["code in a fence", "Look:\n```ts\nconst client = new Postgres(Host);\n```\nthat is all"],
    ["a fence without an end", "Look:\n```\nclass Foo extends Bar"],
    ["inline code", "it fails in `UserService.Login` every time"],
    ["addresses and paths", "see https://Example.com/Guides/Alice and /home/Alice/Notes or mail Alice@Example.com"],
    ["secrets", "the key is [redacted:AWS] now"],
    ["markup and headings", "# Getting Started With Kafka\n<div>Hello</div>\n**Key Takeaways:** none"],
    ["placeholders", "dear [Hiring Manager], I am [Your Name]"],
    ["statements of code", "import Foo from Bar\nconst App = new Express();"],
  ])("takes none from %s", (_, text) => expect(names(text)).toEqual([]));

  it("who is only spoken to is not what the message is about", () => {
    for (const text of ["Hey Viktor! How are you?", "Thanks, Viktor!", "Viktor, that is great.", "so glad for you, Viktor.", "Wow Viktor, nice", "Good morning, Viktor 😊"]) expect(names(text)).toEqual([]);
    // Who is called as a city is.
    for (const text of ["Thanks, Florence! See you.", "Austin, could you look at the report?", "Are you sure, Dallas?"]) expect(names(text)).toEqual([]);
    expect(names("I saw Viktor, Dagny and Olaf in town.")).toEqual(["Viktor", "Dagny", "Olaf"]);
  });

  it("a speaker is not named by himself, but by others", () => {
    expect(names("I am Ruth and that was Viktor Hale.", "Ruth")).toEqual(["Viktor Hale"]);
    expect(named("I asked ruth and Ruth's sister.", "Viktor Hale")).toEqual(["Ruth: person"]);
  });

  it("in German, where every noun has a capital, only what is known or oddly written counts", () => {
    expect(names("Ich habe gestern mit Ruth die neue Wohnung in Berlin gesehen und der Balkon ist schön, auch für PostgreSQL.", null)).toEqual(["Ruth", "Berlin", "PostgreSQL"]);
  });

  it("is bounded in number and length, and stands any text", () => {
    const many = Array.from({ length: 100 }, (_, index) => `we saw Zork${index}, and`).join(" ");
    expect(names(many)).toHaveLength(MOST_ENTITIES_PER_TEXT);
    expect(names(`we met ${"Abc".repeat(50)} there`)).toEqual([]);
    for (const odd of ["\ud800 A\udc00b", "\"".repeat(5_000), "A ".repeat(20_000), "`".repeat(3_000), "[".repeat(9_000), `we met ${"De ".repeat(3_000)}`]) expect(names(odd).length).toBeLessThan(MOST_ENTITIES_PER_TEXT);
  });
});

describe("names in the turns of a window", () => {
  const turn = (id: string, text: string, speaker: string | null = "Ruth") => ({ id, text, speaker, role: "user" as const, agentId: null });

  it("believes a name at the beginning of a sentence when another turn holds it inside one, or the realm knows it", () => {
    const turns = [turn("1", "Dagny went home."), turn("2", "we like Dagny", "Viktor Hale"), turn("3", "Painting helps."), turn("4", "Olaf was late.")];
    const found = (familiar?: ReadonlySet<string>) => namesInTurns({ turns, ...(familiar === undefined ? {} : { familiar }) }).map(({ entities }) => entities.map(({ name }) => name));
    expect(found()).toEqual([["Dagny"], ["Dagny"], [], []]);
    expect(found(new Set(["olaf"]))).toEqual([["Dagny"], ["Dagny"], [], ["Olaf"]]);
  });

  it("knows who speaks from the turns before too", () => {
    const [found] = namesInTurns({ turns: [turn("1", "Viktor was there.")], context: [turn("0", "hi", "Viktor Hale")] });
    expect(found).toEqual({ documentId: "1", entities: [{ name: "Viktor", type: "person", aliases: [] }] });
  });
});

it("finds the same in a long window, and lets others go on meanwhile", async () => {
  const turns = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, text: index === 99 ? "Dagny left." : "we saw Dagny in Graz", speaker: "Ruth", role: "user" as const, agentId: null }));
  let others = 0;
  const other = (): void => {
    others += 1;
    if (others < 3) setImmediate(other);
  };
  setImmediate(other);
  expect(await namesInLongWindow({ turns })).toEqual(namesInTurns({ turns }));
  expect(others).toBe(3);
});

it("costs less than a millisecond a turn", () => {
  const text = "I told Dagny that we would fly to Lisbon in May, and she said that Hartmann Labs had a great talk there. It was fun! Have you read \"The Left Hand of Darkness\"? ".repeat(4);
  const turns = Array.from({ length: 400 }, (_, index) => ({ id: `${index}`, text, speaker: "Ruth", role: "user" as const, agentId: null }));
  const began = performance.now();
  namesInTurns({ turns });
  expect((performance.now() - began) / turns.length).toBeLessThan(1);
});
