import { describe, expect, it } from "vitest";

import { allowedType } from "./untrusted.ts";

describe("allowedType", () => {
  it.each(["untrusted", "untrusted/agent:main"])("lets nothing that strangers say become a rule or a procedure (%s)", (namespace) => {
    expect((["rule", "procedure", "fact", "episode", "preference"] as const).map((type) => allowedType(namespace, type))).toEqual(["preference", "fact", "fact", "episode", "preference"]);
  });

  it.each(["global", "untrusted-but-named-so", "own/untrusted"])("leaves types alone elsewhere (%s)", (namespace) => {
    expect(allowedType(namespace, "rule")).toBe("rule");
  });
});
