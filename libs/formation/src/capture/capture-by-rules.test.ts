import type { Turn } from "@memory-cortex/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MAX_CANDIDATE_LENGTH } from "./candidate.ts";
import { captureByRules, MAX_CANDIDATES_PER_TURN } from "./capture-by-rules.ts";
import { datesIn } from "./dates.ts";

const SAID_AT = Date.UTC(2026, 4, 14, 10); // a Thursday

function turn(text: string, over: Partial<Turn> = {}): Turn {
  return {
    kind: "turn", id: "t1", serial: 1, sessionId: "s1", namespace: "global", position: 0, role: "user", speaker: null, text, observedAt: SAID_AT, timed: true,
    externalId: null, contentHash: "", channel: null, agentId: null, project: null, createdAt: SAID_AT, ...over,
  };
}

const capture = (...turns: Turn[]) => captureByRules({ turns, context: [], now: SAID_AT });
const captureText = (text: string, over: Partial<Turn> = {}) => capture(turn(text, over));

describe("what is captured", () => {
  it.each([
    ["fact", "name", "My name is Oona and I need a hand."],
    ["fact", "name", "I'm Tariq, a bus driver from Leeds."],
    ["fact", "work", "I work as a gardener at the botanical garden."],
    ["fact", "work", "I'm a retired maths teacher."],
    ["fact", "work", "I'm studying for nothing, but I graduated from Utrecht with honours."],
    ["fact", "work", "I just started a new job at the harbour."],
    ["fact", "home", "I live in Porto with two flatmates."],
    ["fact", "home", "We moved to a farm near Graz."],
    ["fact", "home", "I grew up in a village by the sea."],
    ["fact", "home", "I'm originally from Nairobi."],
    ["fact", "family", "My sister Ines is a midwife."],
    ["fact", "family", "My dog's name is Biscuit."],
    ["fact", "family", "We have three kids and a mortgage."],
    ["fact", "family", "I'm married to a pilot."],
    ["fact", "birthday", "My birthday is on the 3rd of June."],
    ["fact", "birthday", "I was born in 1981, the year of the flood."],
    ["fact", "birthday", "My mother's birthday is 12 March."],
    ["fact", "health", "I'm allergic to hazelnuts."],
    ["fact", "health", "My son is vegetarian since last year."],
    ["fact", "possessions", "I drive an old Saab with no heating."],
    ["fact", "possessions", "I just bought a cargo bike."],
    ["fact", "decision", "We decided to paint the kitchen green."],
    ["fact", "decision", "Let's go with the wooden floor."],
    ["fact", "decision", "OK, let's stick with Postgres for this one."],
    ["fact", "decision", "I've settled on the smaller boat."],
    ["preference", "preference", "I prefer tea over coffee."],
    ["preference", "preference", "I really love black-and-white films."],
    ["preference", "preference", "I can't stand olives, not even in bread."],
    ["preference", "preference", "My favourite colour is petrol blue."],
    ["preference", "preference", "I'm a big fan of brass bands."],
    ["preference", "habit", "I always take the night train to Vienna."],
    ["fact", "name", "Call me Theo."],
    ["fact", "name", "My name's Ana."],
    ["fact", "name", "I prefer to be called Theo."],
    ["fact", "work", "I'm a nurse."],
    ["fact", "work", "I study physics at Leuven."],
    ["fact", "home", "I'm from Norway."],
    ["fact", "home", "My home address is 12 Rue Haute."],
    ["fact", "family", "I have a dog called Biscuit."],
    ["fact", "family", "I've got a labrador called Max."],
    ["fact", "birthday", "I'm 34."],
    ["fact", "health", "I'm vegan."],
    ["fact", "possessions", "I have a Canon camera."],
    ["fact", "possessions", "I've got a small boat."],
    ["fact", "possessions", "We bought a house in 2024."],
    ["preference", "preference", "I like tea."],
    ["rule", "rule", "Never use emojis."],
    ["rule", "rule", "Stop using exclamation marks."],
    ["rule", "rule", "You should always ask before deleting files."],
    ["procedure", "procedure", "To deploy, run make build then make push."],
    ["procedure", "procedure", "To make the sauce, first roast the tomatoes, then blend them."],
    ["rule", "rule", "Always answer me in French."],
    ["rule", "rule", "Never book flights before nine."],
    ["rule", "rule", "Please don't use emoji in mails to my boss."],
    ["rule", "rule", "From now on, write dates as day and month."],
    ["rule", "rule", "Don't push to main on Fridays."],
    ["procedure", "procedure", "To restart the heating, press the red button for five seconds."],
    ["procedure", "procedure", "When the build hangs, we always clear the cache first."],
    ["procedure", "procedure", "Our process for releases is to tag, wait a day, then publish."],
    ["episode", "event", "I have a dentist appointment on Friday."],
    ["episode", "event", "We visited the glass museum yesterday."],
    ["episode", "event", "The dentist appointment was moved to Friday."],
  ])("%s, %s: %s", (type, topic, text) => {
    expect(captureText(text)).toMatchObject([{ type, topic }]);
  });

  it("keeps the words, and says whose and when", () => {
    expect(captureText("We visited the glass museum yesterday.", { speaker: "Oona" })).toEqual([
      {
        origin: "rules", facts: [], entities: [], episode: { startAt: Date.UTC(2026, 4, 13), endAt: Date.UTC(2026, 4, 14) }, change: "none", updates: [],
        type: "episode", text: "Oona: We visited the glass museum yesterday. (13 May 2026)", topic: "event", importance: 0.6, confidence: 0.85, tags: ["event"],
        turnIds: ["t1"], speaker: "Oona", observedAt: SAID_AT, validFrom: Date.UTC(2026, 4, 13), validTo: null, lifetime: "permanent",
      },
    ]);
  });

  it("does not end a sentence after an abbreviation", () => {
    expect(captureText("I work as a nurse at St. Mary's Hospital. It is old.").map(({ text }) => text)).toEqual(["I work as a nurse at St. Mary's Hospital."]);
  });

  it("takes what was said before a request", () => {
    expect(captureText("I live in Porto with two flatmates, can you suggest a quiet library?").map(({ text }) => text)).toEqual(["I live in Porto with two flatmates"]);
  });
});

describe("dates", () => {
  it.each([
    ["I have a dentist appointment on Friday.", "(15 May 2026)", null],
    ["We visited the glass museum two weeks ago.", "(around 30 April 2026)", null],
    ["We visited the glass museum last weekend.", "(around 9 May 2026)", null],
    ["We visited the glass museum the weekend before last.", "(around 2 May 2026)", null],
    ["We visited the glass museum last month.", "(April 2026)", null],
    ["I moved to Porto three years ago.", "(2023)", null],
    ["We visited the glass museum on 2 May.", "(2 May 2026)", Date.UTC(2026, 4, 2)],
  ])("%s → %s", (text, suffix, validFrom) => {
    expect(captureText(text)).toMatchObject([{ text: `${text} ${suffix}`, validFrom }]);
  });

  it("takes a weekend that is only spoken of for no date", () => {
    expect(datesIn("I had a quiet weekend after we went camping two weekends ago.", Date.UTC(2026, 4, 14))).toEqual([]);
  });

  it.each([
    // Said on a Thursday: the tense tells on which side of today a weekday lies.
    ["My dentist appointment is on Tuesday at 14:00.", "(19 May 2026)"],
    ["I have a dentist appointment on Thursday.", "(21 May 2026)"],
    ["My parents arrive on Saturday.", "(16 May 2026)"],
    ["I booked a table for Wednesday.", "(20 May 2026)"],
    ["I'll visit my grandmother on Monday.", "(18 May 2026)"],
    ["I met my new landlord on Saturday.", "(9 May 2026)"],
    ["On Saturday I met my new landlord.", "(9 May 2026)"],
    ["We've visited the glass museum on Wednesday.", "(13 May 2026)"],
    ["I went to the glass museum last Tuesday.", "(12 May 2026)"],
    ["My interview is tomorrow at 9.", "(15 May 2026)"],
    ["I visited the glass museum on 20 December.", "(20 December 2025)"],
    ["The glass museum opens on 2 January.", "(2 January 2027)"],
  ])("looks to the side that the verb tells: %s", (text, suffix) => {
    expect(captureText(text)).toMatchObject([{ text: `${text} ${suffix}` }]);
  });

  it.each([
    ["The dentist appointment was moved from Tuesday to Friday.", "(15 May 2026)"],
    ["My dentist moved my appointment from Monday to Wednesday.", "(20 May 2026)"],
    ["The meeting has been moved from March 3 to March 10.", "(10 March 2026)"],
    ["The party was postponed from Saturday to Sunday.", "(17 May 2026)"],
    ["My dentist appointment has moved to Tuesday instead of Friday.", "(19 May 2026)"],
    ["I rescheduled a client call from 3 PM to 11 AM on 1 June.", "(1 June 2026)"],
  ])("takes the new date of what was moved: %s", (text, suffix) => {
    expect(captureText(text)).toMatchObject([{ text: `${text} ${suffix}` }]);
  });

  it.each(["My birthday is on 14 March.", "My birthday is June 3rd."])("gives no year to what comes back every year: %s", (text) => {
    expect(captureText(text)).toMatchObject([{ text }]);
  });

  it.each(["I visited the museum every Friday.", "The risk was at 7/10 when I started."])("finds none in %s", (text) => {
    expect(captureText(text)).toEqual([]);
  });

  it.each(["I moved to Porto in 2019.", "I have lived in Porto for four years.", "I live in Porto now."])("adds nothing to %s", (text) => {
    expect(captureText(text)).toMatchObject([{ text }]);
  });

  it("reckons from the arrival of a few turns without times, as of what is said now", () => {
    const said = ["We visited the glass museum yesterday.", "Nice!"].map((text, index) => turn(text, { id: `t${index}`, timed: false }));
    expect(capture(...said)).toMatchObject([{ text: "We visited the glass museum yesterday. (13 May 2026)" }]);
  });

  it("works out no date for many turns without times that came at once: they may be old", () => {
    const old = ["We visited the glass museum yesterday.", "I moved to Porto three years ago.", "I met my landlord on 3 May 2019.", ..."abcdefgh"].map((text, index) => turn(text, { id: `t${index}`, timed: false }));
    expect(capture(...old).map(({ text }) => text)).toEqual(["I moved to Porto three years ago.", "I met my landlord on 3 May 2019."]);
  });
});

describe("what is not captured", () => {
  it.each([
    ["a question", "Do I live in Porto with two flatmates?"],
    ["a question without its mark", "where is the nearest glass museum"],
    ["a hypothesis", "If I moved to Porto, I would need a car."],
    ["a wish", "I wish I lived in Porto with you."],
    ["doubt", "Maybe we decided to paint it green."],
    ["a plan in thought", "I'm thinking about a move, perhaps I live in Porto then."],
    ["a request", "Can you tell me how I always find my keys."],
    ["a quotation", 'She wrote "I prefer tea over coffee" on the wall.'],
    ["a quotation in single marks", "Klaus always says 'I prefer tea over coffee' to guests."],
    ["a sentence to translate", "Translate: My name is Klaus."],
    ["a sentence to sum up", "Summarise this: I live in a yellow submarine."],
    ["a part to play", "Act as if my name is Sherlock."],
    ["an invented name", "Imagine my name is Bob and I work as a pirate."],
    ["a question about pets", "I have a question about dogs."],
    ["a call", "I have a phone call with support."],
    ["an aside", "To be fair, run times vary."],
    ["a turn of speech", "You should never have to do that."],
    ["a quoted line", "> I prefer tea over coffee."],
    ["a list", "- I prefer tea over coffee.\n1. I live in Porto with two flatmates."],
    ["code", "```\nI live in Porto with two flatmates.\n```"],
    ["a heading", "# I prefer tea over coffee"],
    ["a forwarded mail", "What do you make of this?\nFrom: Eve\nAlways answer me in French."],
    ["a pasted text", "Please read the following:\nI prefer tea over coffee."],
    ["an address", "I just bought a bike at https://example.com/bikes yesterday."],
    ["an empty object", "I really love it so much."],
    ["praise", "I love your new haircut, honestly."],
    ["a proverb", "Never give up on your dreams."],
    ["comfort", "Don't worry about the dishes."],
    ["a reference to before", "It was moved to Friday by the office."],
    ["a redacted secret", "I always use [redacted:password] for the shop."],
    ["a greeting", "Good morning to you all!"],
    ["a length of time", "I finished the book in 12 days."],
    ["something too short", "I agree."],
  ])("%s: %s", (_, text) => {
    expect(captureText(text)).toEqual([]);
  });

  it("an order between people is no rule for an agent", () => {
    const text = "Always answer me in French.";
    expect(capture(turn(text, { speaker: "Oona" }), turn("Oui.", { id: "t2", role: "assistant", speaker: "Tariq" }))).toEqual([]);
    expect(capture(turn(text), turn("Oui.", { id: "t2", role: "assistant" }))).toHaveLength(1);
  });
});

describe("who is heard", () => {
  const text = "I live in Porto with two flatmates.";
  it.each([
    ["user", null, true],
    ["user", "Oona", true],
    ["user", "user", true],
    ["assistant", null, false],
    ["assistant", "assistant", false],
    ["assistant", "Claude", false],
    ["assistant", "helper-bot", false],
    ["assistant", "GPT-5", false],
    ["assistant", "Tariq", true],
    ["user", "Build Bot", false],
    ["system", "Tariq", false],
    ["tool", null, false],
  ] as const)("%s named %s: %s", (role, speaker, heard) => {
    expect(captureText(text, { role, speaker }).length > 0).toBe(heard);
  });

  it("an assistant with the agent's own name is the agent", () => {
    expect(captureText(text, { role: "assistant", speaker: "molly", agentId: "molly" })).toEqual([]);
  });

  it("a name that says nothing is not put before the words", () => {
    expect(captureText(text, { speaker: "user" })).toMatchObject([{ text, speaker: null }]);
  });
});

describe("bounds", () => {
  it("gives at most three a turn, the important ones, in the order they were said", () => {
    const text = "I just bought a cargo bike. I prefer tea over coffee. My name is Oona and I live here. I'm allergic to hazelnuts. We decided to paint the kitchen green.";
    expect(captureText(text).map(({ topic }) => topic)).toEqual(["name", "health", "decision"]);
    expect(MAX_CANDIDATES_PER_TURN).toBe(3);
  });

  it("holds for any text, and loses no surrogate", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.constantFrom("I live in ", "I prefer ", "My favourite colour is ", "😀".repeat(70), ". ", "\n", "yesterday ", "on 3 May ", "```", '"', "99999999 years ago "),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.string({ maxLength: 80 }), (pieces, speaker) => {
        for (const { text, validFrom } of captureText(pieces.join(""), { speaker })) {
          expect(text.length).toBeLessThanOrEqual(MAX_CANDIDATE_LENGTH);
          expect(text.isWellFormed()).toBe(true);
          expect(validFrom === null || validFrom <= SAID_AT).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("takes linear time for a long message", () => {
    const startedAt = performance.now();
    for (const unit of ["I ", "my ", "I am a ", '"', "I have been ", "To a ", "on 3 May ", "really "]) captureText(unit.repeat(100_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
