import { z } from "zod";

export const ROLES_OF_TOKENS = ["read", "write", "admin"] as const;
export type TokenRole = (typeof ROLES_OF_TOKENS)[number];

/** One bearer token: what it may do, and for whom. Without `users` or `namespaces` it is good for all of them. */
export const tokenSchema = z.object({
  token: z.string().min(8, "needs a token of at least 8 characters"),
  roles: z.array(z.enum(ROLES_OF_TOKENS)).min(1),
  users: z.array(z.string().min(1).max(128)).min(1).optional(),
  namespaces: z.array(z.string().min(1).max(64)).min(1).optional(),
});
export type TokenSetting = z.infer<typeof tokenSchema>;

export const tokensSchema = z.array(tokenSchema).refine(
  (tokens) => new Set(tokens.map((entry) => entry.token)).size === tokens.length,
  { message: "names the same token twice" },
);
