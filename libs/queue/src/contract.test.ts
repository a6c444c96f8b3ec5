import { describe, expect, it } from "vitest";

import { PAYLOAD_FIXTURES } from "./conformance/payload-fixtures.ts";
import { JOB_NAMES, parsePayload } from "./index.ts";

describe("job contracts", () => {
  it.each(PAYLOAD_FIXTURES)("read a $name payload of $since", ({ name, written, read, key }) => {
    expect(parsePayload(name, written)).toEqual({ payload: read, key });
  });

  it("have a fixture for every name", () => {
    expect(new Set(PAYLOAD_FIXTURES.map(({ name }) => name))).toEqual(new Set(JOB_NAMES));
  });

  it("tell the fields that do not fit and not their values", () => {
    expect(() => parsePayload("embed", { user_id: { secret: "hunter2" } })).toThrow(expect.objectContaining({ code: "payload_invalid", errors: [expect.objectContaining({ path: "user_id" })] }));
    expect(() => parsePayload("embed", { user_id: { secret: "hunter2" } })).not.toThrow(/hunter2/);
  });
});
