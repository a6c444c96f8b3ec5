import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { CortexError } from "@memory-cortex/models";

export interface TokenFile {
  tokens: readonly string[];
  /** One line each, without the file's path. */
  notes: readonly string[];
}

const SHORTEST = 16;
const TOKEN_BYTES = 32;
const OTHERS = 0o077;

/**
 * Reads bearer tokens, one a line; empty lines and those that begin with # do not count. A file that is not there is made, with a token
 * of chance that only its owner can read. Throws `config_invalid`, never with a token in its message.
 */
export async function readTokenFile(path: string): Promise<TokenFile> {
  const content = await contentOf(path);
  if (content === null) return { tokens: [await makeToken(path)], notes: ["A new token was made in the token file."] };
  const tokens = content.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  if (tokens.length === 0) throw invalid("The token file holds no token.");
  const wrong = tokens.findIndex((token) => token.length < SHORTEST || !/^[\x21-\x7e]+$/.test(token));
  if (wrong >= 0) throw invalid(`Token ${wrong + 1} of the token file is too short or has characters that a header cannot carry; ${SHORTEST} letters and digits are the least.`);
  return { tokens, notes: await openToOthers(path) };
}

const invalid = (detail: string, cause?: unknown): CortexError => new CortexError("config_invalid", { detail, ...(cause === undefined ? {} : { cause }) });
const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw invalid("The token file cannot be read.", error);
  }
}

async function makeToken(path: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "wx", 0o600);
    await file.writeFile(`${token}\n`).finally(() => file.close());
    return token;
  } catch (error) {
    throw invalid("The token file is not there and cannot be made.", error);
  }
}

async function openToOthers(path: string): Promise<string[]> {
  const { mode } = await stat(path);
  return process.platform !== "win32" && (mode & OTHERS) !== 0 ? ["The token file can be read by others: `chmod 600` it."] : [];
}
