import { expect, it } from "vitest";

import { stretches } from "./stretches.ts";

const FOR_EVER = Number.MAX_SAFE_INTEGER;

it.each([
  ["nothing", 0, [[0, FOR_EVER]]],
  ["less than one", 3, [[0, FOR_EVER]]],
  ["just one", 10, [[0, FOR_EVER]]],
  ["a little more than one", 11, [[0, 10], [10, FOR_EVER]]],
  ["several", 30, [[0, 10], [10, 20], [20, FOR_EVER]]],
])("takes %s apart", (_, last, wanted) => {
  expect(stretches(last, 10).map(({ after, until }) => [after, until])).toEqual(wanted);
});
