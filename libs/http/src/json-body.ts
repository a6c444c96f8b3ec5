import { CortexError } from "@memory-cortex/models";
import express from "express";
import type { Request, RequestHandler, Response } from "express";

import { exceedsDepth } from "./json-depth.ts";

/** Objects and arrays inside each other that a body may have. */
export const MAX_JSON_DEPTH = 32;

const JSON_TYPE = /^\s*application\/(?:[a-z0-9.!#$&^_-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b|us-ascii\b)[^\s;"]/i;

/** Reads the bytes of a body, unpacked, up to the limit; what is too much is read to its end and thrown away. */
export type BodyReader = (request: Request, response: Response) => Promise<Buffer>;

export function bodyReader(limitBytes: number): BodyReader {
  const read: RequestHandler = express.raw({ limit: limitBytes, type: () => true });
  return async (request, response) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve(undefined);
      else reject(error);
    });
    await promise;
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

/** Throws `unsupported_media_type` unless the header names one of the types. */
export function requireType(header: string | undefined, types: readonly string[]): void {
  const [type = ""] = (header ?? "").toLowerCase().split(";");
  if (!types.includes(type.trim())) throw new CortexError("unsupported_media_type", { detail: `The body must be ${types.join(" or ")}.` });
  if (OTHER_CHARSET.test(header!)) throw new CortexError("unsupported_media_type", { detail: "Lines are read as UTF-8 only." });
}

function requireJsonType(header: string | undefined): void {
  if (header === undefined || !JSON_TYPE.test(header)) throw new CortexError("unsupported_media_type");
  if (OTHER_CHARSET.test(header)) throw new CortexError("unsupported_media_type", { detail: "JSON is read as UTF-8 only." });
}

/** The JSON of bytes. Throws `malformed_json` or `too_deep`; depth is counted before parsing, so that no nesting can exhaust a stack. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new CortexError("malformed_json", { detail: "The body is empty." });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CortexError("malformed_json", { detail: "The body is not UTF-8." });
  }
  if (exceedsDepth(text, MAX_JSON_DEPTH)) throw new CortexError("too_deep");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the body, which may hold memory text.
    throw new CortexError("malformed_json");
  }
}

/** The body of a request as JSON. Throws `malformed_json`, `too_deep`, `too_large`, `unsupported_media_type`. */
export async function readJsonBody(request: Request, response: Response, read: BodyReader): Promise<unknown> {
  const empty = request.headers["content-length"] === "0" || (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined);
  if (empty) throw new CortexError("malformed_json", { detail: "The body is empty." });
  requireJsonType(request.headers["content-type"]);
  return parseJson(await read(request, response));
}
