import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Response } from "express";

import type { Reply } from "./route.ts";

async function* withFirst(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Sends pieces as fast as the caller reads. The first one is made before anything is sent, so that what fails at once is answered like any other
 * error; what fails later cuts the connection, which is all that HTTP has for it. A caller that hangs up ends the stream.
 */
export async function sendStream(response: Response, { status = 200, contentType = "text/plain; charset=utf-8", headers = {} }: Reply, stream: AsyncIterable<string>): Promise<void> {
  const pieces = stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.status(status).set({ ...headers, "content-type": contentType });
  try {
    await pipeline(Readable.from(withFirst(first, pieces)), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
