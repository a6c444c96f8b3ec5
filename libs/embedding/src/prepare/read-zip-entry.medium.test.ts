import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TABLE, WHEEL_FILES, zip } from "../../test/tiny-source.ts";
import { readZipEntry } from "./read-zip-entry.ts";

describe("readZipEntry", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "zip-"));
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const NAME = "tiny/weights/table.safetensors";
  async function read(archive: Buffer, name = NAME, maxBytes = TABLE.length): Promise<Buffer> {
    const path = join(folder, "archive.whl");
    await writeFile(path, archive);
    return readZipEntry(path, name, maxBytes);
  }

  it.each([["deflated", {}], ["stored", { stored: true }], ["with a comment", { comment: "a comment, as zip allows" }]])("reads an entry that is %s", async (_, options) => {
    expect((await read(zip(WHEEL_FILES, options))).equals(TABLE)).toBe(true);
  });

  const whole = zip(WHEEL_FILES);
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, 200, 4_000);
  it.each([
    ["an archive without the entry", zip({ other: TABLE })],
    ["an archive that is cut short", whole.subarray(0, -30)],
    ["something that is no archive", Buffer.from("<html>not found</html>")],
    ["nothing", Buffer.alloc(0)],
    ["an entry that cannot be unpacked", damaged],
    ["a directory that points outside", Buffer.concat([whole.subarray(0, -6), Buffer.from("ffffff7f", "hex"), whole.subarray(-2)])],
  ])("refuses %s", async (_, archive) => {
    await expect(read(archive)).rejects.toMatchObject({ code: "model_corrupt" });
  });

  it("refuses an entry that is larger than expected, before it is unpacked", async () => {
    await expect(read(whole, NAME, TABLE.length - 1)).rejects.toMatchObject({ code: "model_corrupt" });
  });
});
