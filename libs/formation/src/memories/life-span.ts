import { CortexError } from "@memory-cortex/models";
import type { Lifetime } from "@memory-cortex/models";

/** A memory of a session ends a day after it was written. */
export const SESSION_LIFETIME_MS = 86_400_000;

export interface LifeSpanRequest {
  lifetime?: Lifetime | undefined;
  /** Old name of `lifetime`. */
  scope?: Lifetime | undefined;
  ttl_seconds?: number | undefined;
}

export interface LifeSpan {
  lifetime: Lifetime;
  /** Epoch milliseconds; null: no end. */
  expiresAt: number | null;
}

/** How long a memory is to last. Without any wish: permanent. Throws `invalid_fields` for lifetime `ttl` without its seconds. */
export function lifeSpan({ lifetime, scope, ttl_seconds: seconds }: LifeSpanRequest, now: number): LifeSpan {
  const wanted = lifetime ?? scope ?? (seconds === undefined ? "permanent" : "ttl");
  if (seconds !== undefined) return { lifetime: wanted, expiresAt: now + seconds * 1_000 };
  if (wanted === "ttl") {
    throw new CortexError("invalid_fields", { errors: [{ path: "ttl_seconds", code: "required", message: "is needed with the lifetime ttl" }] });
  }
  return { lifetime: wanted, expiresAt: wanted === "session" ? now + SESSION_LIFETIME_MS : null };
}
