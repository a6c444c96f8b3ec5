import { CortexClientError } from "@memory-cortex/client";
import { CortexError } from "@memory-cortex/models";
import { expect, it } from "vitest";
import { z } from "zod";

import { ERROR_META, toolError } from "./tool-error.ts";

const textOf = (error: unknown): string => {
  const [block] = toolError(error).content;
  return block?.type === "text" ? block.text : "";
};

it("tells a model what is wrong and what to do, and a host the code", () => {
  const error = new CortexClientError({ code: "not_running", detail: "No service answers at http://127.0.0.1:8300.", fix: "Start it with `cortex up`", retryable: true });
  expect(toolError(error)).toMatchObject({ isError: true, _meta: { [ERROR_META]: { code: "not_running", fix: "Start it with `cortex up`", retryable: true, request_id: null } } });
  expect(textOf(error)).toBe("No service answers at http://127.0.0.1:8300. To fix it: Start it with `cortex up`. (not_running)");
});

it("names the fields that are not valid, and the request to look up", () => {
  const errors = [{ path: "as_of", code: "invalid", message: "must be ISO 8601 with a zone" }];
  const error = new CortexClientError({ code: "invalid_fields", status: 422, detail: "Some fields are not valid", fix: "See `errors`.", errors, requestId: "r-1" });
  expect(textOf(error)).toBe("Some fields are not valid (as_of must be ISO 8601 with a zone). To fix it: See `errors`. (invalid_fields, request r-1)");
  expect(textOf(new CortexError("store_unavailable"))).toContain("(store_unavailable)");
});

it("quotes nothing of what broke inside, since it may be memory", () => {
  const secret = "my diary says";
  for (const error of [new Error(secret), new TypeError(secret), secret, null]) {
    expect(toolError(error).isError).toBe(true);
    expect(JSON.stringify(toolError(error))).not.toContain(secret);
  }
  const parsed = z.object({ id: z.string() }).safeParse({ id: 1, content: secret });
  expect(textOf(parsed.error)).toMatch(/\(id\).*same version.*not_understood/);
  expect(textOf(parsed.error)).not.toContain(secret);
});
