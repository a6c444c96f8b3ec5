import { z } from "zod";

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "needs a name of lower-case letters, digits and -");
const prefixes = { queryPrefix: z.string().max(200).optional(), documentPrefix: z.string().max(200).optional() };
const address = z.url({ protocol: /^https?$/, error: "needs an address that starts with http:// or https://" });
const dimension = z.number().int().min(1).max(8_192);
const timeoutMs = z.number().int().min(1).max(600_000);

/** One embedder. Each named one is a leg of recall of its own, beside the others. */
export const embedderSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("static"), name: name.default("static") }),
  z.object({ kind: z.literal("onnx"), name: name.default("minilm"), threads: z.number().int().min(1).max(64).optional() }),
  z.object({
    kind: z.literal("ollama"),
    name: name.default("ollama"),
    url: address.default("http://127.0.0.1:11434"),
    model: z.string().min(1).default("nomic-embed-text"),
    dimension: dimension.optional(),
    timeoutMs: timeoutMs.optional(),
    ...prefixes,
  }),
  z.object({
    kind: z.literal("openai"),
    name: name.default("openai"),
    url: address.default("https://api.openai.com/v1"),
    model: z.string().min(1).default("text-embedding-3-small"),
    dimension: dimension.optional(),
    apiKey: z.string().min(1).optional(),
    timeoutMs: timeoutMs.optional(),
    ...prefixes,
  }),
  z.object({ kind: z.literal("none"), name: name.default("none") }),
]);
export type EmbedderSetting = z.infer<typeof embedderSchema>;

export const embeddersSchema = z.array(embedderSchema).max(4).refine(
  (list) => new Set(list.map((embedder) => embedder.name)).size === list.length,
  { message: "gives two embedders the same name" },
);
