import { expect, test } from "vitest";

import { jsonOf } from "./openclaw-command-line.ts";

test.each([
  ['{"a": 1}', { a: 1 }],
  ['Config warnings:\n- [plugins] something\n{\n  "a": [1]\n}\n', { a: [1] }],
  ["[1, 2]", [1, 2]],
  ["no JSON at all", null],
  ["[half", null],
  ["", null],
])("the JSON of %j", (stdout, value) => {
  expect(jsonOf({ code: 0, stdout, stderr: "" })).toEqual(value);
});
