import type { Clock } from "@memory-cortex/models";

export interface RateLimitOptions {
  /** Requests that a client gains each second; 0 is no limit. */
  perSecond: number;
  /** Requests that a client may send at once. */
  burst: number;
  clock: Clock;
}

export interface RateLimit {
  /** 0 when the request may pass, else the seconds to wait. */
  take(client: string): number;
}

const MAX_CLIENTS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per client. The least recently seen of 10,000 clients is forgotten, which only fills its bucket again. */
export function rateLimit({ perSecond, burst, clock }: RateLimitOptions): RateLimit {
  if (perSecond <= 0) return { take: () => 0 };
  const buckets = new Map<string, Bucket>();
  return {
    take(client) {
      const now = clock.now();
      const before = buckets.get(client) ?? { tokens: burst, at: now };
      const tokens = Math.min(burst, before.tokens + (Math.max(0, now - before.at) / 1_000) * perSecond);
      const passes = tokens >= 1;
      buckets.delete(client);
      buckets.set(client, { tokens: passes ? tokens - 1 : tokens, at: now });
      if (buckets.size > MAX_CLIENTS) buckets.delete(buckets.keys().next().value!);
      return passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
