import { describe, expect, it } from "vitest";

import { addressOf } from "./shape-client.ts";

describe("addressOf", () => {
  const behind = { recall: ["r1", "r2"], ingest: ["i1", "i2"] };

  it("is the proxy for all, where there is one", () => {
    const address = addressOf({ proxy: "p", ...behind });
    expect(["/ingest", "/v1/recall"].map(address)).toEqual(["p", "p"]);
  });

  it("follows the proxy's routes without one, each of several in turn", () => {
    const address = addressOf({ proxy: null, ...behind });
    expect(["/ingest", "/v1/recall", "/v1/flush?x=1", "/v1/memories?user_id=ann", "/v1/capture/preview", "/ingestion"].map(address)).toEqual(["i1", "r1", "i2", "r2", "i1", "r1"]);
  });
});
