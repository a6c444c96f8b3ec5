import { z } from "zod";

/** A server with a cross-encoder behind `POST /rerank`. */
export const rerankerSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "needs an address that starts with http:// or https://" }),
  model: z.string().min(1).max(200).optional(),
  apiKey: z.string().min(1).optional(),
  format: z.enum(["jina", "tei"]).optional(),
});
export type RerankerSetting = z.infer<typeof rerankerSchema>;
