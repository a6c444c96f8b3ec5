import type { FileHandle } from "node:fs/promises";
import { open, rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import { Problem } from "../problem.ts";

/** Texts shrink by two thirds, vectors hardly; a higher level costs twice the time for some percent. */
const GZIP_LEVEL = 4;
/** Bytes of text handed to the compressor at once. */
const CHUNK = 256 * 1024;

type Lines = AsyncIterable<string>;

async function* inChunks(lines: Lines): AsyncGenerator<string> {
  let chunk = "";
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/**
 * Writes a backup under another name, and gives it its own when all is on the disk. Each part is a gzip member of its own, so that one
 * which did not succeed can be taken away again.
 */
export class BackupWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  #bytes = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Readable for its owner alone. Throws a problem when there is a file of that name already. */
  static async begin(path: string): Promise<BackupWriter> {
    if (await stat(path).then(() => true, () => false)) {
      throw new Problem(`${path} is there already`, { code: "file_exists", fix: "Name another file, or move it away." });
    }
    try {
      return new BackupWriter(path, await open(`${path}.partial`, "w", 0o600));
    } catch (error) {
      throw new Problem(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, { code: "file_unwritable", fix: "Name a file in a folder that you can write.", cause: error });
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Appends lines; when they end with an error, nothing of them stays. */
  async append(lines: Lines): Promise<void> {
    const start = this.#bytes;
    try {
      await pipeline(inChunks(lines), createGzip({ level: GZIP_LEVEL }), (compressed: AsyncIterable<Buffer>) => this.#write(compressed));
    } catch (error) {
      await this.#file.truncate(start);
      this.#bytes = start;
      throw error;
    }
  }

  async #write(compressed: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of compressed) {
      for (let from = 0; from < chunk.length; ) {
        const { bytesWritten } = await this.#file.write(chunk, from, chunk.length - from, this.#bytes);
        from += bytesWritten;
        this.#bytes += bytesWritten;
      }
    }
  }

  async finish(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    await rename(`${this.#path}.partial`, this.#path);
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(`${this.#path}.partial`, { force: true });
  }
}
