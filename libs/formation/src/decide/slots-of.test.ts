import { describe, expect, it } from "vitest";

import { slotsOf } from "./slots-of.ts";

const SAID_AT = Date.UTC(2026, 6, 1);
const slots = (text: string, speaker: string | null = null): string[] =>
  slotsOf(text, { speaker, observedAt: SAID_AT }).map(({ subject, predicate, object, negated, change }) => `${subject} ${predicate} ${object}${negated ? " NOT" : ""}${change === "none" ? "" : ` ${change}`}`);

describe("slots of a statement", () => {
  it.each([
    ["I live in Berlin, in a flat near the river.", "user LIVES_IN Berlin"],
    ["I live in Porto, Portugal with my wife.", "user LIVES_IN Porto, Portugal"],
    ["We moved to Lisbon in May.", "user LIVES_IN Lisbon replaces"],
    ["I don't live in Berlin anymore.", "user LIVES_IN Berlin NOT ends"],
    ["I used to live in Berlin.", "user LIVES_IN Berlin NOT ends"],
    ["The user lives in Oslo.", "user LIVES_IN Oslo"],
    ["My sister Ines lives in Porto.", "Ines LIVES_IN Porto"],
    ["My mum lives in Porto.", "user's mother LIVES_IN Porto"],
    ["Our office is in Vienna.", "user's office LOCATED_IN Vienna"],
    ["I don't work at Acme.", "user WORKS_AT Acme NOT"],
    ["I left Acme in March.", "user WORKS_AT Acme NOT ends"],
    ["I was promoted to team lead.", "user HAS_ROLE team lead replaces"],
    ["My wife is called Eva.", "user MARRIED_TO Eva"],
    ["My new boss is Petra.", "user REPORTS_TO Petra replaces"],
    ["My name is Oona.", "user IS_CALLED Oona"],
    ["The project was renamed to Osprey.", "project IS_CALLED Osprey replaces"],
    ["I prefer tea over coffee.", "user PREFERS_FOR_COFFEE_TEA tea"],
    ["My favourite colour is petrol blue.", "user PREFERS_FOR_COLOUR petrol blue"],
    ["We use Jest for unit tests.", "user USES_FOR_UNIT_TESTS Jest"],
    ["The deadline for the report was moved to 20 June.", "report DEADLINE_OF 20 June replaces"],
    ["My dentist appointment is on Tuesday.", "user's dentist appointment SCHEDULED_FOR Tuesday"],
    ["We upgraded Postgres from 15 to 17.", "postgres VERSION_OF 17 replaces"],
    ["The staging server runs Node 20.", "staging server node VERSION_OF 20"],
    ["From now on, answer me in German.", "user PREFERS_FOR_ANSWERS German replaces"],
  ])("%s", (text, slot) => {
    expect(slots(text)).toContain(slot);
  });

  it("says since when and until when, where the words do", () => {
    const [moved] = slotsOf("We moved to Lisbon in May.", { speaker: null, observedAt: SAID_AT });
    expect(moved).toMatchObject({ validFrom: Date.UTC(2026, 4, 1), validTo: null });
    const [left] = slotsOf("I left Acme in November.", { speaker: null, observedAt: SAID_AT });
    expect(left).toMatchObject({ validFrom: null, validTo: Date.UTC(2025, 10, 1) });
    const [since] = slotsOf("I have lived in Porto since 2019.", { speaker: null, observedAt: SAID_AT });
    expect(since).toMatchObject({ validFrom: Date.UTC(2019, 0, 1) });
  });

  it("names both sides of a change, and who speaks", () => {
    expect(slots("Ana: I moved from Berlin to Lisbon last month.", "Ana")).toEqual(["Ana LIVES_IN Lisbon replaces", "Ana LIVES_IN Berlin NOT ends"]);
    expect(slots("We switched from Jenkins to GitHub Actions.")).toEqual(["user USES GitHub Actions replaces", "user USES Jenkins NOT ends"]);
  });

  it.each(["Do I live in Rome?", "She lives in Rome.", "I lived in Rome as a child.", "We will move to Lisbon in autumn.", "I'm thinking about moving to Lisbon.", "If I lived in Rome, I would walk.", "It was moved to Friday.", "I live with my parents.", "I work at night.", "My dog is called Max.", "I moved on."])("finds none in: %s", (text) => {
    expect(slots(text)).toEqual([]);
  });

  it("is quick on anything", () => {
    const nasty = ["a ".repeat(150), "I live in ".repeat(30), "(".repeat(300), "my ".repeat(100), "from to ".repeat(38), "deadline for ".repeat(24), "A".repeat(319), "not ".repeat(79), "moved from ".repeat(29)];
    const began = performance.now();
    for (const text of nasty) slotsOf(text, { speaker: null, observedAt: SAID_AT });
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
