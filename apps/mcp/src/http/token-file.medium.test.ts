import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { readTokenFile } from "./token-file.ts";

const ONE = "first-0123456789abcdef";
const OTHER = "other-0123456789abcdef";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-tokens-"));
  path = join(folder, "kept", "tokens");
});

afterEach(async () => rm(folder, { recursive: true, force: true }));

it("makes a token of chance where there is no file, for its owner alone, and finds it again", async () => {
  const made = await readTokenFile(path);
  expect(made.tokens[0]).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readTokenFile(path)).toEqual({ tokens: made.tokens, notes: [] });
  expect(made.notes.join()).not.toContain(made.tokens[0]);
  expect((await readTokenFile(join(folder, "another"))).tokens).not.toEqual(made.tokens);
});

it("reads a token a line", async () => {
  path = join(folder, "tokens");
  await writeFile(path, `# of the laptop\r\n${ONE}\r\n\n  ${OTHER}  \n`, { mode: 0o600 });
  expect(await readTokenFile(path)).toEqual({ tokens: [ONE, OTHER], notes: [] });
  await chmod(path, 0o644);
  expect((await readTokenFile(path)).notes).toEqual([expect.stringContaining("chmod 600")]);
  expect(await readFile(path, "utf8")).toContain(ONE);
});

it.each([["", "no token"], ["# only words\n", "no token"], ["tiny4\n", "Token 1"], [`${ONE}\npäss-0123456789abcdef\n`, "Token 2"]])("refuses %j", async (content, detail) => {
  path = join(folder, "tokens");
  await writeFile(path, content);
  await expect(readTokenFile(path)).rejects.toMatchObject({ code: "config_invalid", detail: expect.stringContaining(detail) });
  const thrown = (await readTokenFile(path).catch((error: unknown) => error)) as Error;
  expect(thrown.message).not.toMatch(/tiny4|päss|first-0/);
});

it("says what is wrong with a path that cannot be read", async () => {
  await expect(readTokenFile(folder)).rejects.toMatchObject({ code: "config_invalid", detail: "The token file cannot be read." });
});
