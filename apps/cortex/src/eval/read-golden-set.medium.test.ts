import { join } from "node:path";

import { expect, it } from "vitest";

import { readGoldenSet } from "./read-golden-set.ts";

it("names the file that is not there: it may be one that nobody named", async () => {
  const absent = join(import.meta.dirname, "absent.jsonl");
  await expect(readGoldenSet(absent)).rejects.toMatchObject({ code: "unreadable_file", message: `The golden set ${absent} cannot be read (ENOENT).` });
});
