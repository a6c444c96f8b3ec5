import { open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileHandle } from "node:fs/promises";
import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import { isPinned } from "./file-checksum.ts";
import { isAbsent, writeProblem } from "./file-problem.ts";
import { claimPart, discardPart, releasePart } from "./partial-file.ts";
import type { Preparation } from "./preparation.ts";
import type { ModelFile } from "./static-model-manifest.ts";

/** A broken connection is taken up again this many times. */
const RESUMPTIONS = 5;

function unavailable(detail: string, cause?: unknown): CortexError {
  return new CortexError("model_missing", cause === undefined ? { detail } : { detail, cause });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isAbsent(error)) return 0;
    throw writeProblem(error);
  }
}

/** A signal that aborts when nothing has happened for a while. */
function watchdog(): { signal: AbortSignal; expect(milliseconds: number): void; stop(): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const expect = (milliseconds: number): void => {
    stop();
    timer = setTimeout(() => controller.abort(), milliseconds);
  };
  return { signal: controller.signal, expect, stop };
}

/** Where the answer's body belongs: after what is there, or from the beginning when the server does not resume. */
function startOf(response: Response, have: number): number {
  if (response.status === 200) return 0;
  const from = /^bytes (\d+)-/u.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && from !== undefined && Number(from) <= have) return Number(from);
  throw unavailable(`The model hub answered with status ${response.status}`);
}

interface Download {
  file: ModelFile;
  url: string;
  part: string;
  preparation: Preparation;
  /** The last request's connection broke in the middle of the answer. What had come may be lost with it, so size does not tell. */
  broken: boolean;
}

async function write(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  try {
    while (written < chunk.length) written += (await handle.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  } catch (error) {
    throw writeProblem(error);
  }
}

/** Writes an answer's body into the part. Throws when it grows beyond the file that is expected. */
async function receive(response: Response, download: Download, alive: () => void): Promise<void> {
  const { file, part, preparation } = download;
  let position = startOf(response, await sizeOf(part));
  const handle = await open(part, position === 0 ? "w" : "r+").catch((error: unknown) => {
    throw writeProblem(error);
  });
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      alive();
      if (position + chunk.length > file.bytes) throw new CortexError("model_corrupt", { detail: "The model hub sent a file that is too large" });
      await write(handle, chunk, position);
      position += chunk.length;
      preparation.progress({ way: "hub", file: file.name, receivedBytes: position, totalBytes: file.bytes });
    }
    await handle.truncate(position);
  } finally {
    await handle.close();
  }
}

/** One request: the whole file, or the rest of it. Throws `model_missing` when the hub cannot be reached or breaks off. */
async function request(download: Download): Promise<void> {
  const { preparation } = download;
  const have = await sizeOf(download.part);
  const dog = watchdog();
  download.broken = false;
  const signal = preparation.signal === undefined ? dog.signal : AbortSignal.any([dog.signal, preparation.signal]);
  try {
    dog.expect(preparation.answerTimeoutMs);
    // Compressed answers cannot be taken up in the middle.
    const headers: Record<string, string> = { "accept-encoding": "identity", ...(have > 0 ? { range: `bytes=${have}-` } : {}) };
    const response = await preparation.fetch(download.url, { headers, signal });
    dog.expect(preparation.stallTimeoutMs);
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(`The model hub answered with status ${response.status}`);
    }
    download.broken = true;
    await receive(response, download, () => dog.expect(preparation.stallTimeoutMs));
  } catch (cause) {
    if (dog.signal.aborted || CortexError.isInstance(cause)) download.broken = false;
    if (CortexError.isInstance(cause)) throw cause;
    if (preparation.signal?.aborted === true) throw abortError(preparation.signal);
    throw unavailable(dog.signal.aborted ? "The model hub did not answer in time" : "The model hub cannot be reached, or the connection was lost", cause);
  } finally {
    dog.stop();
  }
}

/** Fetches the rest of a file, taking broken connections up again; after a silence only if something had come. */
async function complete(download: Download): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    throwIfAborted(download.preparation.signal);
    const before = await sizeOf(download.part);
    // A part of the full length needs no request: its checksum decides.
    if (before >= download.file.bytes) return;
    try {
      await request(download);
      return;
    } catch (error) {
      const gained = (await sizeOf(download.part)) > before;
      const passing = CortexError.isInstance(error) && error.code === "model_missing" && (gained || download.broken);
      if (!passing || attempt === RESUMPTIONS) throw error;
    }
  }
}

/** Leaves the whole file in the part. Where the rest does not fit an older part that was taken over, everything is fetched anew, once. */
async function completeAndCheck(download: Download): Promise<void> {
  const { file, part } = download;
  const resumed = (await sizeOf(part)) > 0;
  if (resumed && (await isPinned(part, file))) return;
  await complete(download);
  if (resumed && !(await isPinned(part, file))) {
    await discardPart(part);
    await complete(download);
  }
  if (!(await isPinned(part, file))) throw new CortexError("model_corrupt", { detail: "What the model hub sent has the wrong checksum" });
}

/** Fetches one file. What is wrong is deleted; what is merely unfinished stays for the next start. */
async function fetchFile(file: ModelFile, hubUrl: string, preparation: Preparation): Promise<void> {
  const { folder } = preparation;
  const part = await claimPart(folder, file.name);
  const download: Download = { file, url: `${hubUrl.replace(/\/+$/u, "")}/${file.hubPath}`, part, preparation, broken: false };
  try {
    await completeAndCheck(download);
    const receivedBytes = await sizeOf(part);
    await rename(part, join(folder, file.name));
    preparation.progress({ way: "hub", file: file.name, receivedBytes, totalBytes: receivedBytes });
  } catch (error) {
    if (CortexError.isInstance(error) && error.code === "model_corrupt") await discardPart(part);
    else await releasePart(part, { folder, name: file.name });
    throw error;
  }
}

/** Fetches the files that are not there yet from the model hub. Throws `model_missing`, `model_corrupt`, `aborted`, or a disk problem. */
export async function fetchFromHub(preparation: Preparation): Promise<void> {
  for (const file of preparation.source.files) {
    if ((await sizeOf(join(preparation.folder, file.name))) > 0) continue;
    await fetchFile(file, preparation.source.hubUrl, preparation);
  }
}
