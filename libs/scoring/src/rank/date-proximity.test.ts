import { expect, it } from "vitest";

import { dateProximity, eventProximity } from "./date-proximity.ts";

const day = (date: number) => Date.UTC(2026, 4, date);
const week = { from: day(11), until: day(18) };

it("an event counts by its own time, whenever it was told", () => {
  expect(eventProximity({ from: day(12), until: day(13) }, [week])).toBe(1);
  expect(eventProximity({ from: day(1), until: day(31) }, [week])).toBe(1);
  expect(eventProximity({ from: day(5), until: day(6) }, [week])).toBeCloseTo(Math.exp(-2));
  expect(eventProximity({ from: day(23), until: day(24) }, [week])).toBeCloseTo(Math.exp(-2));
  expect(eventProximity({ from: day(12), until: day(13) }, [])).toBe(0);
});

it("a turn counts by when it was said, after the range more than before it", () => {
  expect(dateProximity(day(12), [week])).toBe(1);
  expect(dateProximity(day(23), [week])).toBeCloseTo(Math.exp(-1));
  expect(dateProximity(day(6), [week])).toBeCloseTo(Math.exp(-2));
});

it("a range that is open to one side holds everything there, and what is on the other side falls off", () => {
  const before = { from: -Infinity, until: day(11) };
  const after = { from: day(11), until: Infinity };
  expect(dateProximity(0, [before])).toBe(1);
  expect(dateProximity(day(16), [before])).toBeCloseTo(Math.exp(-1));
  expect(dateProximity(day(400), [after])).toBe(1);
  expect(dateProximity(day(6), [after])).toBeCloseTo(Math.exp(-2));
  expect(eventProximity({ from: 0, until: day(1) }, [before])).toBe(1);
  expect(eventProximity({ from: day(16), until: day(17) }, [before])).toBeCloseTo(Math.exp(-2));
  expect(eventProximity({ from: day(1), until: day(6) }, [after])).toBeCloseTo(Math.exp(-2));
});
