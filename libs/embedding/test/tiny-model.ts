import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
const MERGES = [["\u2581", "a"], ["a", "b"], ["ab", "a"], ["b", "a"], ["\u2581", "ab"], ["\u2581", "\u2581"]] as const;
const TOKENS = ["<unk>", "<s>", ...BYTES, ...MERGES.map((pair) => pair.join("")), "\u2581", "a", "b", "c"];

/** A `tokenizer.json` of the supported kind with a handful of tokens. */
export function tinyTokenizer(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    added_tokens: ["<unk>", "<s>"].map((content, id) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })),
    normalizer: { type: "Sequence", normalizers: [{ type: "Prepend", prepend: "\u2581" }, { type: "Replace", pattern: { String: " " }, content: "\u2581" }] },
    pre_tokenizer: null,
    model: {
      type: "BPE", dropout: null, byte_fallback: true, fuse_unk: true, ignore_merges: false,
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
      merges: MERGES.map((pair) => pair.join(" ")),
      ...(changes["model"] as Record<string, unknown> | undefined),
    },
    ...Object.fromEntries(Object.entries(changes).filter(([key]) => key !== "model")),
  };
}

/** A safetensors file; half-precision bits are given as they are. */
export function tinySafetensors({ dtype = "F16", shape = [TOKENS.length, 4], bits = halves(TOKENS.length * 4) }: { dtype?: string; shape?: number[]; bits?: number[] } = {}): Buffer {
  const data = Buffer.from(Uint16Array.from(bits).buffer);
  const header = Buffer.from(JSON.stringify({ __metadata__: { format: "pt" }, table: { dtype, shape, data_offsets: [0, data.length] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, data]);
}

/** Ones of either sign, in a pattern without meaning. */
function halves(count: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index * 2_654_435_761) & 0x40000 ? 0x3c00 : 0xbc00));
}

/** Writes a tiny static model into a folder. */
export async function writeTinyModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "table.safetensors"), tinySafetensors());
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(tinyTokenizer()));
}
