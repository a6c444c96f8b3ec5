import { JOB_NAMES } from "@memory-cortex/queue";
import { describe, expect, it } from "vitest";

import { jobsOf } from "./jobs-of.ts";

describe("jobsOf", () => {
  it("are all unless some are named, each once", () => {
    expect(jobsOf({ workerQueues: [] })).toEqual(JOB_NAMES);
    expect(jobsOf({ workerQueues: ["embed", "capture", "embed"] })).toEqual(["capture", "embed"]);
  });

  it("refuse a name that is no job, without repeating it", () => {
    expect(() => jobsOf({ workerQueues: ["capture", "hunter"] })).toThrow(expect.objectContaining({ code: "config_invalid" }));
    expect(() => jobsOf({ workerQueues: ["hunter"] })).not.toThrow(/hunter/);
  });
});
