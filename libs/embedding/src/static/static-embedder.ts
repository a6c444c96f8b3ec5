import type { Weighting } from "@memory-cortex/models";
import { CortexError, throwIfAborted } from "@memory-cortex/models";
import { LRUCache } from "lru-cache";
import type { Embedder, EmbedderIdentity, EmbedOptions } from "../embedder.ts";
import { DocumentThread } from "./document-thread.ts";
import { loadStaticModel } from "./static-model.ts";
import { staticVectors } from "./static-vectors.ts";
import type { StaticJob } from "./static-vectors.ts";
import { TimeSlices } from "./time-slices.ts";
import { tokenWeights } from "./token-weights.ts";

export interface StaticEmbedderOptions {
  /** Folder with the token vectors and the tokenizer; see `prepareStaticModel`. */
  folder: string;
  /** Name of this embedder in the configuration, "static" by default. */
  name?: string;
}

/** Weights of this many realms are kept ready: 256 KB each. */
const WEIGHTINGS_KEPT = 32;
/** Questions of a realm that are asked again, as agents do: 1 KB each. */
const QUESTIONS_KEPT = 128;
const LONGEST_KEPT_QUESTION = 1_000;

/** What embedding questions of one realm needs. */
interface Prepared {
  weights: Float64Array;
  asked: LRUCache<string, { vector: Float32Array | null }>;
}

/**
 * Embeds by token vectors alone: the sum of a text's token vectors, each weighted by how rare the token is in the realm, at unit
 * length. No neural network: microseconds a text. Questions are embedded in this thread, in slices of a few milliseconds; documents in
 * a thread of their own. The same text and weighting give the same vector, bit for bit. Throws `model_missing` or `model_corrupt` at
 * creation; `embed` needs a weighting.
 */
export async function createStaticEmbedder({ folder, name = "static" }: StaticEmbedderOptions): Promise<Embedder> {
  const model = await loadStaticModel(folder);
  const identity: EmbedderIdentity = { name, model: model.name, dimension: model.vectors.columns, queryPrefix: "", documentPrefix: "", weighted: true };
  const prepared = new LRUCache<Weighting, Prepared>({
    max: WEIGHTINGS_KEPT,
    memoMethod: (weighting) => ({ weights: tokenWeights(weighting, model.background), asked: new LRUCache({ max: QUESTIONS_KEPT }) }),
  });
  const documents = new DocumentThread(folder);

  async function embed(texts: readonly string[], { kind, weighting, signal }: EmbedOptions): Promise<(Float32Array | null)[]> {
    throwIfAborted(signal);
    // Falling back to some other weighting would put vectors that cannot be compared into one space.
    if (weighting == null) throw new CortexError("internal", { detail: "The static embedder was called without a weighting" });
    if (kind === "document") return documents.embed(texts, weighting, signal);
    const { weights, asked } = prepared.memo(weighting);
    const job = { model, weights, slices: new TimeSlices(signal) };
    const vectors: (Float32Array | null)[] = [];
    for (const text of texts) vectors.push(await question(text, job, asked));
    return vectors;
  }

  return {
    identity,
    embed,
    known(text, weighting) {
      const entry = weighting === null ? undefined : prepared.peek(weighting)?.asked.get(text);
      return entry === undefined ? undefined : copyOf(entry);
    },
    countTokens: (texts) => documents.countTokens(texts),
    ping: async (signal) => throwIfAborted(signal),
    async close() {
      prepared.clear();
      await documents.close();
    },
  };
}

/** Callers get copies, which they may change or hand to another thread. */
const copyOf = ({ vector }: { vector: Float32Array | null }): Float32Array | null => vector?.slice() ?? null;

async function question(text: string, job: StaticJob, asked: Prepared["asked"]): Promise<Float32Array | null> {
  const known = asked.get(text);
  if (known !== undefined) return copyOf(known);
  const [vector = null] = await staticVectors([text], job);
  if (text.length <= LONGEST_KEPT_QUESTION) asked.set(text, { vector });
  return copyOf({ vector });
}
