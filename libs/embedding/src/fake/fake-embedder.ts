import { CortexError, throwIfAborted, untilAborted } from "@memory-cortex/models";
import type { ErrorCode, Weighting } from "@memory-cortex/models";
import type { Embedder, EmbedderIdentity, EmbedOptions } from "../embedder.ts";

export interface FakeEmbedderOptions {
  name?: string;
  model?: string;
  dimension?: number;
  /** Weighs words by their share in the realm, as the static embedder does; false by default. */
  weighted?: boolean;
}

/** An embedder in memory whose behaviour a test can change at any moment. */
export interface FakeEmbedder extends Embedder {
  /** What it was asked, in order. */
  readonly calls: readonly { texts: readonly string[]; kind: EmbedOptions["kind"] }[];
  /** Every call fails with this code until `recover`. */
  failWith(code: ErrorCode): void;
  /** Calls hang until `recover`, or until their signal is aborted. */
  stall(): void;
  /** Works again; calls that hang are answered. */
  recover(): void;
}

/** FNV-1a, spread over 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

function weightOf(token: number, weighting: Weighting): number {
  const index = weighting.ids.indexOf(token);
  const share = index < 0 ? 0 : weighting.counts[index]! / Math.max(1, weighting.total);
  return 0.001 / (0.001 + share);
}

function embedText(text: string, dimension: number, weighting: Weighting | null): Float32Array | null {
  const sum = new Float64Array(dimension);
  for (const word of wordsOf(text)) {
    const token = hash(word);
    const weight = weighting === null ? 1 : weightOf(token, weighting);
    // Three places a word: words hardly ever share all of them, so that only texts with a common word are alike.
    for (let place = 0; place < 3; place += 1) sum[hash(`${place}${word}`) % dimension]! += weight;
  }
  const length = Math.hypot(...sum);
  return length === 0 ? null : Float32Array.from(sum, (value) => value / length);
}

/**
 * A deterministic embedder without a model: texts that share words get similar vectors. It keeps the whole contract of the port (the
 * conformance suite runs on it), and can be told to fail or to stall.
 */
export function createFakeEmbedder({ name = "fake", model = "fake-words", dimension = 64, weighted = false }: FakeEmbedderOptions = {}): FakeEmbedder {
  const identity: EmbedderIdentity = { name, model, dimension, queryPrefix: "", documentPrefix: "", weighted };
  const calls: { texts: readonly string[]; kind: EmbedOptions["kind"] }[] = [];
  let failure: ErrorCode | null = null;
  let gate: PromiseWithResolvers<void> | null = null;

  async function behave(signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal);
    if (gate !== null) await untilAborted(gate.promise, signal);
    if (failure !== null) throw new CortexError(failure);
  }

  async function countTokens(texts: readonly string[]): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    for (const token of texts.flatMap(wordsOf).map(hash)) counts.set(token, (counts.get(token) ?? 0) + 1);
    return counts;
  }

  return {
    identity,
    calls,
    failWith: (code) => (failure = code),
    stall: () => (gate ??= Promise.withResolvers()),
    recover() {
      failure = null;
      gate?.resolve();
      gate = null;
    },
    async embed(texts, { kind, weighting, signal }) {
      calls.push({ texts: [...texts], kind });
      await behave(signal);
      if (weighted && weighting == null) throw new CortexError("internal", { detail: "A weighted embedder was called without a weighting" });
      return texts.map((text) => embedText(text, dimension, weighted ? (weighting ?? null) : null));
    },
    ...(weighted ? { countTokens } : {}),
    ping: behave,
    close: async () => undefined,
  };
}
