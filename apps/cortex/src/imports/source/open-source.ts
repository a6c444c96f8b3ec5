import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";

import { Problem } from "../../problem.ts";
import { filesOfZip } from "./files-of-zip.ts";
import type { SourceFile } from "./source-file.ts";

/** What a person named: a file, a folder, or a zip with its entries. */
export interface Source {
  kind: "file" | "folder" | "zip";
  files: readonly SourceFile[];
  /** Tells these bytes from all others: an interrupted import goes on only with the same. */
  fingerprint(files: readonly SourceFile[]): Promise<string>;
  /** Whether a file was changed since the source was opened. Nothing is read. */
  changed(): Promise<boolean>;
}

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
/** Nobody keeps conversations there, and there are very many files. */
const PASSED_OVER = new Set(["node_modules", ".git"]);
const COMPRESSED = /\.zst$/i;

const unreadable = (path: string, error: unknown): Problem => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  return new Problem(`${path} cannot be read (${code}).`, { code: "unreadable_file", fix: "Check its name and permissions.", cause: error });
};

function fileAt(path: string, name: string): SourceFile {
  return {
    name, path,
    open: async () => {
      const bytes = createReadStream(path);
      // What goes wrong with either is told to whoever reads the last one.
      return COMPRESSED.test(name) ? pipeline(bytes, createZstdDecompress(), () => undefined) : bytes;
    },
  };
}

/** Links are not followed: a folder of one's own may hold links to anything. */
async function filesOfFolder(root: string): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) folders.push(path);
      if (entry.isFile()) found.push(fileAt(path, relative(root, path).split(sep).join("/")));
    }
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
  return buffer.equals(ZIP);
}

/** What SQLite has not put into the file yet. */
const WRITE_AHEAD_LOG = "-wal";

async function hashOf(files: readonly { name: string; path: string }[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, path } of files) {
    for (const part of [path, `${path}${WRITE_AHEAD_LOG}`]) {
      if ((await stat(part).catch(() => null)) === null) continue;
      hash.update(`\0${name}\0`);
      for await (const chunk of createReadStream(part) as AsyncIterable<Buffer>) hash.update(chunk);
    }
  }
  return hash.digest("hex");
}

const stampOf = async (path: string): Promise<string> => {
  const { size, mtimeMs } = await stat(path);
  return `${size} ${mtimeMs}`;
};

/** Lists what there is to read. Throws a {@link Problem} when it cannot be read. */
export async function openSource(path: string): Promise<Source> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const kind = isFolder ? "folder" : (await isZip(path)) ? "zip" : "file";
    const files = kind === "folder" ? await filesOfFolder(path) : kind === "zip" ? await filesOfZip(path) : [fileAt(path, basename(path))];
    const onDisk = kind === "folder" ? files.map((file) => file.path!) : [path];
    const stamps = new Map(await Promise.all(onDisk.map(async (each): Promise<[string, string]> => [each, await stampOf(each)])));
    return {
      kind, files,
      fingerprint: (read) => hashOf(kind === "folder" ? read.map((file) => ({ name: file.name, path: file.path! })) : [{ name: "", path }]),
      async changed() {
        for (const [each, stamp] of stamps) if ((await stampOf(each).catch(() => "gone")) !== stamp) return true;
        return false;
      },
    };
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(path, error);
  }
}
