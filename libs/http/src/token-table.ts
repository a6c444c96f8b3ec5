import { createHash, timingSafeEqual } from "node:crypto";

import type { CortexConfig } from "@memory-cortex/config";

import type { Access } from "./access.ts";

const hashOf = (token: string): Buffer => createHash("sha256").update(token, "utf8").digest();

/** Configured tokens, kept as SHA-256 only: a dump of this process's memory or of an error holds none. */
export interface TokenTable {
  readonly size: number;
  /** The access of a token, or null. Compares with every entry in constant time, so that timing tells nothing. */
  find(token: string): Access | null;
}

/** Hashes the configured tokens. */
export function tokenTable(tokens: CortexConfig["tokens"]): TokenTable {
  const entries = tokens.map(({ token, roles, users, namespaces }) => {
    const hash = hashOf(token);
    const access: Access = {
      id: `token:${hash.toString("hex").slice(0, 16)}`,
      roles: new Set(roles),
      users: users === undefined ? null : new Set(users),
      namespaces: namespaces ?? null,
    };
    return { hash, access };
  });
  return {
    size: entries.length,
    find(token) {
      const asked = hashOf(token);
      let found: Access | null = null;
      for (const { hash, access } of entries) {
        if (timingSafeEqual(hash, asked)) found = access;
      }
      return found;
    },
  };
}
