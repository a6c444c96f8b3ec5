import { createHash, timingSafeEqual } from "node:crypto";

const BEARER = /^Bearer +(\S{1,4096}) *$/i;
const hashOf = (token: string): Buffer => createHash("sha256").update(token, "utf8").digest();

/** Who calls: a name for the token that does not tell it; null when one is needed, and none or a wrong one was given. */
export type FindCaller = (authorization: string | undefined) => string | null;

/**
 * Looks up bearer tokens. They are kept as hashes only, and compared in constant time with every one, so that timing tells nothing.
 * Without any token everybody is one and the same caller.
 */
export function bearerTokens(tokens: readonly string[]): FindCaller {
  const hashes = tokens.map(hashOf);
  return (authorization) => {
    if (hashes.length === 0) return "local";
    const token = BEARER.exec(authorization ?? "")?.[1];
    if (token === undefined) return null;
    const asked = hashOf(token);
    const equal = hashes.filter((hash) => timingSafeEqual(hash, asked));
    return equal.length === 0 ? null : asked.toString("hex").slice(0, 16);
  };
}
