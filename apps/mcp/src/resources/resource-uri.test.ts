import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readCursor, writeCursor } from "./list-cursor.ts";
import { memoryUri, readUri, sessionUri } from "./resource-uri.ts";

const id = fc.string({ minLength: 1, maxLength: 60, unit: "binary" }).filter((text) => text.isWellFormed());

describe("addresses of resources", () => {
  it("lead back to what they name, whatever stands in an id", () => {
    fc.assert(fc.property(id, fc.integer({ min: -1, max: 1e9 }), (text, after) => {
      expect(readUri(memoryUri(text))).toEqual({ kind: "memory", id: text });
      expect(readUri(sessionUri(text, after))).toEqual({ kind: "session", sessionId: text, after });
      expect(URL.canParse(sessionUri(text, after))).toBe(true);
    }));
  });

  it.each(["", "memory-cortex://", "memory-cortex://memories/", "memory-cortex://memories/a/b", "memory-cortex://memories/a?after=1", "memory-cortex://sessions/a?after=x", "memory-cortex://users/ann", "file:///etc/passwd", "memory-cortex://memories/%E0%A4%A", "xmemory-cortex://memories/a"])(
    "%j names nothing of ours", (uri) => {
      expect(readUri(uri)).toBeNull();
    });
});

describe("cursor of the list", () => {
  it("leads to where it was written, in letters that any host carries", () => {
    fc.assert(fc.property(fc.constantFrom("sessions" as const, "memories" as const), fc.option(fc.string()), (of, cursor) => {
      const written = writeCursor({ of, cursor });
      expect(written).toMatch(/^[\w-]+$/);
      expect(readCursor(written)).toEqual({ of, cursor });
    }));
  });

  it("begins without one, and is null for what we have not written", () => {
    expect(readCursor(undefined)).toEqual({ of: "sessions", cursor: null });
    for (const junk of ["", "x", "e30", Buffer.from('["users",null]').toString("base64url"), Buffer.from('["sessions",1]').toString("base64url"), Buffer.from("null").toString("base64url")]) expect(readCursor(junk), junk).toBeNull();
  });
});
