import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import { z } from "zod";
import type { CrossEncoder } from "./cross-encoder.ts";

export interface HttpCrossEncoderOptions {
  /** Ends before `/rerank`: `http://127.0.0.1:8080/v1` for llama.cpp's server, `http://127.0.0.1:8080` for TEI. */
  url: string;
  /** TEI serves one model and takes none. */
  model?: string | undefined;
  /** Sent as a bearer token; nothing is sent when left out. */
  apiKey?: string | undefined;
  /**
   * How texts are sent: "jina" as `documents`, which Jina, Cohere, vLLM, Infinity and llama.cpp's server take; "tei" as `texts`, for
   * Hugging Face's Text Embeddings Inference. Default "jina". Answers of both kinds are read either way.
   */
  format?: "jina" | "tei" | undefined;
  /** Time limit of one call, milliseconds; the caller's own is usually shorter. Default 5,000. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
}

const DEFAULT_TIMEOUT_MS = 5_000;

const place = z.number().int().nonnegative();
const jinaAnswer = z.object({ results: z.array(z.object({ index: place, relevance_score: z.number() })) });
const teiAnswer = z.array(z.object({ index: place, score: z.number() }));
const answerSchema = z.union([
  jinaAnswer.transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
  teiAnswer,
]);

const unavailable = (detail: string, cause?: unknown): CortexError => new CortexError("reranker_unavailable", { detail, ...(cause === undefined ? {} : { cause }) });
const invalid = (detail: string): CortexError => new CortexError("reranker_invalid", { detail });

function checkOptions({ url, apiKey }: HttpCrossEncoderOptions): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/u.test(parsed.protocol)) throw new CortexError("config_invalid", { detail: "The address of a reranker must start with http:// or https://" });
  if (apiKey === "") throw new CortexError("config_invalid", { detail: "The key of a reranker is empty: leave it out or set it" });
}

/** The body is left out of errors, since it may repeat what was sent. */
function statusError(status: number): CortexError {
  const detail = `The reranking server answered with status ${status}`;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return unavailable(detail);
  return new CortexError("reranker_rejected", { detail });
}

/** One score for each text, in their order, whatever the order of the answer. */
function inOrder(answer: unknown, count: number): number[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw invalid("The reranking server's answer does not have the expected shape");
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  if (parsed.data.length !== count || scores.size !== count) throw invalid("The reranking server scored another number of texts");
  return Array.from({ length: count }, (_, index) => {
    const score = scores.get(index);
    if (score === undefined) throw invalid("The reranking server's answer names the wrong texts");
    return score;
  });
}

function failure(cause: unknown, { deadline, signal }: { deadline: AbortSignal; signal: AbortSignal | undefined }): CortexError {
  if (CortexError.isInstance(cause)) return cause;
  if (signal?.aborted === true) return abortError(signal);
  if (deadline.aborted) return new CortexError("timeout", { detail: "The reranking server did not answer in time" });
  if (cause instanceof SyntaxError) return invalid("The reranking server's answer is not JSON");
  return unavailable("The reranking server cannot be reached, or the connection was lost", cause);
}

/**
 * Scores through any server with a `POST /rerank`: llama.cpp's, Text Embeddings Inference, vLLM, Infinity, Jina, Cohere. Nothing is
 * asked here, so that a server that is down does not stop the start. Throws `config_invalid` for a bad address or an empty key.
 */
export function createHttpCrossEncoder(options: HttpCrossEncoderOptions): CrossEncoder {
  checkOptions(options);
  const address = `${options.url.replace(/\/+$/u, "")}/rerank`;
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (options.apiKey !== undefined) headers["authorization"] = `Bearer ${options.apiKey}`;
  const model = options.model === undefined ? {} : { model: options.model };
  const bodyOf = (query: string, texts: readonly string[]) =>
    options.format === "tei" ? { query, texts, truncate: true } : { ...model, query, documents: texts, top_n: texts.length, return_documents: false };

  return {
    name: `cross-encoder${options.model === undefined ? "" : `:${options.model}`}`,
    async score(query, texts, { signal } = {}) {
      throwIfAborted(signal);
      if (texts.length === 0) return [];
      const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const both = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        // A redirect could carry memories elsewhere.
        const request = { method: "POST", headers, body: JSON.stringify(bodyOf(query, texts)), signal: both, redirect: "error" as const };
        const response = await (options.fetch ?? fetch)(address, request);
        if (!response.ok) {
          await response.body?.cancel().catch(() => undefined);
          throw statusError(response.status);
        }
        return inOrder(await response.json(), texts.length);
      } catch (cause) {
        throw failure(cause, { deadline, signal });
      }
    },
  };
}
