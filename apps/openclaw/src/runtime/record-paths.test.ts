import { describe, expect, it } from "vitest";

import { readRecordPath, recordPathOf } from "./record-paths.ts";
import { memoryPath } from "./workspace-files.ts";

describe("record paths", () => {
  it.each([{ kind: "memory" as const, id: "0190-a" }, { kind: "turn" as const, sessionId: "agent:main:telegram:group:-1/2 ü", id: "0190-b" }])("reads $kind back", (record) => {
    expect(readRecordPath(recordPathOf(record))).toEqual(record);
    expect(readRecordPath(`${recordPathOf(record)}#L1-L3`)).toEqual(record);
    expect(memoryPath(recordPathOf(record))).toBeNull();
  });

  it.each(["MEMORY.md", "cortex/memories/", "cortex/other/a", "cortex/sessions/a", "cortex/sessions/%E0%A4%A/x", "cortex/memories/a/b", ""])("takes %j for no record", (path) => {
    expect(readRecordPath(path)).toBeNull();
  });
});
