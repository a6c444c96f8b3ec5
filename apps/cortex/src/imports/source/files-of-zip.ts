import type { Readable } from "node:stream";

import yauzl from "yauzl";

import { Problem } from "../../problem.ts";
import type { SourceFile } from "./source-file.ts";

const broken = (error: unknown): Problem => new Problem("The zip cannot be read: it is damaged, or encrypted.", { code: "unreadable_file", fix: "Download it again, or unpack it and name the folder.", cause: error });

async function streamOf(path: string, name: string): Promise<Readable> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      const stream = await zip.openReadStreamPromise(entry);
      return stream.once("close", () => zip.close());
    }
  } catch (error) {
    zip.close();
    throw broken(error);
  }
  zip.close();
  throw broken(null);
}

/** The files of a zip, unpacked only while they are read. */
export async function filesOfZip(path: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (!name.endsWith("/")) files.push({ name, path: null, open: () => streamOf(path, name) });
    }
  } catch (error) {
    throw broken(error);
  }
  return files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
