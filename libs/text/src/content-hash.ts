import { createHash } from "node:crypto";

const HASH_LENGTH = 32;

/** Text in the form that is hashed: NFC, lines ending in LF, no white space at line ends or around the whole. */
export function normaliseForHash(text: string): string {
  const lines = text.normalize("NFC").replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** The first 128 bits of SHA-256 over `normaliseForHash`, as 32 lower-case hexadecimal digits. */
export function contentHash(text: string): string {
  return createHash("sha256").update(normaliseForHash(text)).digest("hex").slice(0, HASH_LENGTH);
}
