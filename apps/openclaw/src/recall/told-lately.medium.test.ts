import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { untilHolds } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, expect, it } from "vitest";

import { createToldLately } from "./told-lately.ts";

let folder: string;
let time = 0;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "memory-cortex-told-"))));
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const ofAProcess = () => createToldLately({ folder, log: (line) => expect(line).toBe(""), now: () => (time += 1) });
const SAFE = { id: "m1", text: "The safe is behind the clock." };
const written = async (): Promise<string> => readFile(join(folder, "told.json"), "utf8").catch(() => "");

it("knows in one process what another told the session, by id and by words, for so many turns", async () => {
  (await ofAProcess().of("s")).told("t1", { block: "…", items: [SAFE] });
  await untilHolds("the note", async () => (await written()).includes("t1"));
  const other = ofAProcess();
  const session = await other.of("s");
  expect(session.wasTold(SAFE, 2)).toBe(true);
  expect(session.wasTold({ id: "m9", text: "the SAFE is behind the clock" }, 2)).toBe(true);
  expect(session.wasTold({ id: "m9", text: "The cat is behind the clock." }, 2)).toBe(false);
  expect((await other.of("another")).wasTold(SAFE, 2)).toBe(false);
  for (const turn of ["t2", "t3"]) (await other.of("s")).told(turn, { block: "", items: [] });
  expect((await other.of("s")).wasTold(SAFE, 2)).toBe(false);
  expect((await other.of("s")).wasTold(SAFE, 3)).toBe(true);
  await untilHolds("the last note", async () => (await written()).includes("t3"));
});

it("writes no text to the disk", async () => {
  (await ofAProcess().of("s")).told("t1", { block: "secret block", items: [SAFE] });
  await untilHolds("the note", async () => (await written()).includes("t1"));
  expect(await written()).not.toMatch(/safe|clock|secret/i);
});
