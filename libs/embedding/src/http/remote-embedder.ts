import { CortexError, throwIfAborted } from "@memory-cortex/models";
import type { Embedder, EmbedderIdentity } from "../embedder.ts";
import { callError, statusError } from "./http-failure.ts";
import { dimensionOf, identifyModel, prefixesOf } from "./model-habits.ts";
import { unitVectors } from "./unit-vectors.ts";

/** What every embedder over HTTP takes. */
export interface RemoteOptions {
  /** Name of this embedder in the configuration; one leg of recall each. */
  name?: string | undefined;
  baseUrl: string;
  model: string;
  /** Length of the vectors. When left out: by the model's name, else by asking the model once. */
  dimension?: number | undefined;
  queryPrefix?: string | undefined;
  documentPrefix?: string | undefined;
  /** Time limit of one request, to the last byte of its answer; 30 s by default. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
}

/** One request: texts out, one list of numbers for each text back. `fetch` is bound to the deadline and checks the status. */
export type RequestVectors = (texts: readonly string[], checkedFetch: typeof fetch) => Promise<number[][]>;

const DEFAULT_TIMEOUT_MS = 30_000;

/** A fetch that cannot outlast the signal, follows no redirect (it could carry memories elsewhere), and throws on a bad status. */
function boundFetch(inner: typeof fetch, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, { ...init, signal, redirect: "error" });
    if (response.ok) return response;
    await response.body?.cancel().catch(() => undefined);
    throw statusError(response);
  };
}

function checkAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/u.test(url.protocol)) throw new CortexError("config_invalid", { detail: "The address of an embedder must start with http:// or https://" });
}

/** Builds an embedder around one kind of request: prefixes, deadline, abort, checks and error codes are the same for all. */
export async function createRemoteEmbedder(options: RemoteOptions & { name: string }, request: RequestVectors): Promise<Embedder> {
  checkAddress(options.baseUrl);
  const prefixes = prefixesOf(options.model, options);

  async function call(texts: readonly string[], signal: AbortSignal | undefined): Promise<number[][]> {
    throwIfAborted(signal);
    const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const both = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    try {
      return await request(texts, boundFetch(options.fetch ?? fetch, both));
    } catch (cause) {
      throw callError(cause, { deadline, signal });
    }
  }

  const dimension = options.dimension ?? dimensionOf(options.model) ?? (await call(["dimension"], undefined))[0]?.length;
  if (dimension === undefined) throw new CortexError("embedder_invalid", { detail: "The model gave no vector to tell its dimension by" });
  const identity: EmbedderIdentity = { name: options.name, model: identifyModel(options.model, prefixes), dimension, ...prefixes, weighted: false };

  return {
    identity,
    async embed(texts, { kind, signal }) {
      throwIfAborted(signal);
      const prefix = kind === "query" ? prefixes.queryPrefix : prefixes.documentPrefix;
      // Servers differ in what they do with nothing to read: some answer with no vector at all.
      const places = texts.flatMap((text, place) => (text.trim() === "" ? [] : [place]));
      const result: (Float32Array | null)[] = texts.map(() => null);
      if (places.length === 0) return result;
      const answer = await call(places.map((place) => prefix + texts[place]!.toWellFormed()), signal);
      unitVectors(answer, { count: places.length, dimension }).forEach((vector, index) => (result[places[index]!] = vector));
      return result;
    },
    async ping(signal) {
      unitVectors(await call(["ping"], signal), { count: 1, dimension });
    },
    close: async () => undefined,
  };
}
