import { CortexError } from "@memory-cortex/models";
import { z } from "zod";
import type { Embedder } from "../embedder.ts";
import { createRemoteEmbedder } from "./remote-embedder.ts";
import type { RemoteOptions } from "./remote-embedder.ts";

export interface OpenAiEmbedderOptions extends RemoteOptions {
  /** Sent as a bearer token; nothing is sent when left out. */
  apiKey?: string | undefined;
  /** Asks the model for shorter vectors of `dimension` numbers. Only some models can; false by default. */
  shorten?: boolean | undefined;
}

const answerSchema = z.object({ data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })) });

function inOrder(data: z.infer<typeof answerSchema>["data"]): number[][] {
  const sorted = [...data].sort((a, b) => a.index - b.index);
  if (sorted.some(({ index }, place) => index !== place)) throw new CortexError("embedder_invalid", { detail: "The embedding server's answer names the wrong texts" });
  return sorted.map(({ embedding }) => embedding);
}

/**
 * Embeds through any server that speaks OpenAI's `POST /embeddings` (`baseUrl` ends before that, usually in `/v1`). Texts over the
 * model's window are refused there: put a clamp in front. Throws `config_invalid` for a bad address or an empty key.
 */
export async function createOpenAiCompatibleEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  if (options.apiKey === "") throw new CortexError("config_invalid", { detail: "The key of an embedder is empty: leave it out or set it" });
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.apiKey !== undefined) headers["authorization"] = `Bearer ${options.apiKey}`;
  const shorten = options.shorten === true && options.dimension !== undefined ? { dimensions: options.dimension } : {};
  return createRemoteEmbedder({ ...options, name: options.name ?? "openai" }, async (texts, checkedFetch) => {
    const body = JSON.stringify({ model: options.model, input: texts, encoding_format: "float", ...shorten });
    const response = await checkedFetch(`${options.baseUrl.replace(/\/+$/u, "")}/embeddings`, { method: "POST", headers, body });
    const answer = answerSchema.safeParse(await response.json());
    if (!answer.success) throw new CortexError("embedder_invalid", { detail: "The embedding server's answer does not have the expected shape" });
    return inOrder(answer.data.data);
  });
}
