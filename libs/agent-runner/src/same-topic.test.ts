import { describe, expect, it } from "vitest";

import { isSameTopic } from "./same-topic.ts";

const earlier = { query: "When is my dentist appointment?", response: "The dentist appointment was moved from Tuesday to Friday at two, because the practice was closed." };

describe("isSameTopic", () => {
  it.each(["Was the dentist appointment moved to Friday?", "Which practice has my dentist appointment?", "dentist Friday"])("takes %j for the same", (query) => {
    expect(isSameTopic(query, earlier)).toBe(true);
  });

  it.each(["What could I cook tonight?", "Friday", "Does Bob like tomatoes on Friday?", "", "why?"])("takes %j for another", (query) => {
    expect(isSameTopic(query, earlier)).toBe(false);
  });
});
