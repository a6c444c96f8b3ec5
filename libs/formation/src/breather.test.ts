import { expect, it } from "vitest";

import { breather } from "./breather.ts";

it("lets others run in between, but not each time", async () => {
  let others = 0;
  const count = () => {
    others += 1;
    if (others < 1_000) setImmediate(count);
  };
  setImmediate(count);
  const rarely = breather(60_000);
  for (let at = 0; at < 100; at += 1) await rarely();
  expect(others).toBe(0);
  const always = breather(0);
  for (let at = 0; at < 3; at += 1) await always();
  expect(others).toBeGreaterThanOrEqual(2);
});
