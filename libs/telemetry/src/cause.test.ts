import { describe, expect, it } from "vitest";

import { causeHere, readCause } from "./cause.ts";
import { correlated } from "./correlation.ts";

const TRACEPARENT = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

describe("what caused a job", () => {
  it("is read by another process as it was written", () => {
    const written = correlated({ requestId: "r-1" }, () => causeHere({ traceparent: () => TRACEPARENT }));
    expect(readCause(written)).toEqual({ requestId: "r-1", traceparent: TRACEPARENT });
    expect(written!.length).toBeLessThan(1_000);
  });

  it("is nothing outside of a request", () => {
    expect(causeHere({ traceparent: () => TRACEPARENT })).toBeUndefined();
    expect(readCause(undefined)).toEqual({});
  });

  it.each([
    ["no JSON", "hunter2"],
    ["null", "null"],
    ["ids that are no ids", JSON.stringify({ requestId: "a\nb", traceparent: "00-1-2-3" })],
    ["a trace of zeros", JSON.stringify({ traceparent: `00-${"0".repeat(32)}-${"b".repeat(16)}-01` })],
  ])("leaves out %s", (_name, written) => {
    expect(readCause(written)).toEqual({});
  });
});
