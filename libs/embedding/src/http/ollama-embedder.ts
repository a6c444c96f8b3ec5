import { CortexError } from "@memory-cortex/models";
import { Ollama } from "ollama";
import { z } from "zod";
import type { Embedder } from "../embedder.ts";
import { createRemoteEmbedder } from "./remote-embedder.ts";
import type { RemoteOptions } from "./remote-embedder.ts";

export interface OllamaEmbedderOptions extends RemoteOptions {
  /** Threads of the model on the server; the server decides when left out. */
  threads?: number | undefined;
  /** How long the model stays loaded, e.g. "10m"; the server decides when left out. */
  keepAlive?: string | undefined;
}

const answerSchema = z.object({ embeddings: z.array(z.array(z.number())) });

/**
 * Embeds through an Ollama server. Texts over the model's window are cut there. With neither `dimension` nor a model known by
 * name it asks the server once, and throws what `embed` throws when that fails. Throws `config_invalid` for a bad address.
 */
export async function createOllamaEmbedder(options: OllamaEmbedderOptions): Promise<Embedder> {
  return createRemoteEmbedder({ ...options, name: options.name ?? "ollama" }, async (texts, checkedFetch) => {
    // A client for each request: the package takes no signal for calls that do not stream, only a fetch of our own.
    const client = new Ollama({ host: options.baseUrl, fetch: checkedFetch });
    const answer = answerSchema.safeParse(await client.embed({
      model: options.model,
      input: [...texts],
      truncate: true,
      ...(options.keepAlive === undefined ? {} : { keep_alive: options.keepAlive }),
      ...(options.threads === undefined ? {} : { options: { num_thread: options.threads } }),
    }));
    if (!answer.success) throw new CortexError("embedder_invalid", { detail: "The Ollama server's answer does not have the expected shape" });
    return answer.data.embeddings;
  });
}
