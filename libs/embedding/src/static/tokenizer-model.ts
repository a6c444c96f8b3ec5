import { CortexError } from "@memory-cortex/models";
import { z } from "zod";

const replace = z.object({ type: z.literal("Replace"), pattern: z.object({ String: z.string().min(1) }), content: z.string() });
const prepend = z.object({ type: z.literal("Prepend"), prepend: z.string() });
const step = z.discriminatedUnion("type", [replace, prepend]);
const sequence = z.object({ type: z.literal("Sequence"), normalizers: z.array(step) });

const addedToken = z.object({
  id: z.number().int().nonnegative(),
  content: z.string().min(1),
  single_word: z.literal(false),
  lstrip: z.literal(false),
  rstrip: z.literal(false),
  normalized: z.literal(false),
});

/**
 * The part of a Hugging Face `tokenizer.json` that we reproduce: byte-pair merges over the whole normalised text, bytes for
 * unknown characters. Anything else is refused, since wrong ids would give wrong vectors without a sound.
 * `vocab` and `merges` are checked by hand: a schema over 90,000 entries would cost more than the rest of the start.
 */
const tokenizerSchema = z.object({
  added_tokens: z.array(addedToken).default([]),
  normalizer: z.union([step, sequence]).nullable(),
  pre_tokenizer: z.null(),
  model: z.object({
    type: z.literal("BPE").optional(),
    dropout: z.null().optional(),
    continuing_subword_prefix: z.null().optional(),
    end_of_word_suffix: z.null().optional(),
    byte_fallback: z.literal(true),
    ignore_merges: z.literal(false).optional(),
    vocab: z.custom<Record<string, number>>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
    merges: z.custom<(string | [string, string])[]>((value) => Array.isArray(value)),
  }),
});

export interface Merge {
  left: string;
  right: string;
}

export interface TokenizerModel {
  /** Token texts and their ids. */
  vocabulary: ReadonlyMap<string, number>;
  /** In order of rank: the earlier one goes first. */
  merges: readonly Merge[];
  normalizer: readonly z.infer<typeof step>[];
  /** Kept whole wherever they occur in a text. */
  addedTokens: readonly { id: number; content: string }[];
}

function readMerge(merge: unknown): Merge {
  const pair: unknown[] = typeof merge === "string" ? merge.split(" ") : Array.isArray(merge) ? merge : [];
  const [left, right] = pair;
  if (pair.length !== 2 || typeof left !== "string" || typeof right !== "string") {
    throw new CortexError("model_corrupt", { detail: "A merge of the tokenizer is not a pair" });
  }
  return { left, right };
}

/** Reads a `tokenizer.json`. Throws `model_corrupt` when it is damaged or uses what we do not reproduce. */
export function readTokenizerModel(json: string): TokenizerModel {
  let parsed: z.infer<typeof tokenizerSchema>;
  try {
    parsed = tokenizerSchema.parse(JSON.parse(json));
  } catch (cause) {
    throw new CortexError("model_corrupt", { detail: "The tokenizer is damaged or of a kind that is not supported", cause });
  }
  const { model, normalizer } = parsed;
  const vocabulary = new Map(Object.entries(model.vocab));
  for (const id of vocabulary.values()) {
    if (!Number.isInteger(id) || id < 0) throw new CortexError("model_corrupt", { detail: "A token of the tokenizer has no valid id" });
  }
  return {
    vocabulary,
    merges: model.merges.map(readMerge),
    normalizer: normalizer === null ? [] : normalizer.type === "Sequence" ? normalizer.normalizers : [normalizer],
    addedTokens: parsed.added_tokens.map(({ id, content }) => ({ id, content })),
  };
}
