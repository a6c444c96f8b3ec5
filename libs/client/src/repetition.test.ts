import { describe, expect, it } from "vitest";

import { CortexClientError } from "./client-error.ts";
import { mayRepeat, waitBefore } from "./repetition.ts";

const failure = (code: string, status: number, more: { retryable?: boolean; retryAfterSeconds?: number } = {}) =>
  new CortexClientError({ code, status, detail: "d", fix: "f", retryable: true, ...more });

const reading = { again: "reads", isKeyed: false } as const;
const keyed = { again: "keyed", isKeyed: true } as const;
const withoutKey = { again: "keyed", isKeyed: false } as const;
const never = { again: "never", isKeyed: false } as const;

describe("mayRepeat", () => {
  it.each([failure("not_running", 0), failure("rate_limited", 429)])("repeats anything after $code: nothing was done", (error) => {
    for (const request of [reading, keyed, withoutKey, never]) expect(mayRepeat(error, request)).toBe(true);
  });

  it.each([failure("store_unavailable", 503), failure("http_502", 502), failure("http_504", 504), failure("connection_lost", 0), failure("idempotency_in_flight", 409)])(
    "repeats after $code only what changes nothing or has a key",
    (error) => {
      expect([reading, keyed, withoutKey, never].map((request) => mayRepeat(error, request))).toEqual([true, true, false, false]);
    },
  );

  it.each([failure("store_corrupt", 503, { retryable: false }), failure("timeout", 0), failure("aborted", 0), failure("internal", 500), failure("not_found", 404, { retryable: false })])("never repeats after $code $status", (error) => {
    for (const request of [reading, keyed]) expect(mayRepeat(error, request)).toBe(false);
  });
});

describe("waitBefore", () => {
  it("doubles, spreads, and stays below five seconds", () => {
    const waits = [0, 1, 2, 3, 20].map((sent) => [waitBefore(sent, failure("x", 503), () => 0), waitBefore(sent, failure("x", 503), () => 0.999_999)]);
    expect(waits.map(([least]) => least)).toEqual([50, 100, 200, 400, 2_500]);
    expect(waits.map(([, most]) => Math.round(most!))).toEqual([100, 200, 400, 800, 5_000]);
  });

  it("comes never before Retry-After", () => {
    expect(waitBefore(0, failure("rate_limited", 429, { retryAfterSeconds: 3 }), () => 0.5)).toBe(3_000);
  });
});
