import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { allowedNamespaces, LOCAL_ACCESS, requireRole, requireUser } from "./access.ts";
import type { Access } from "./access.ts";

const tied: Access = { id: "token:a", roles: new Set(["read"]), users: new Set(["anna"]), namespaces: ["work", "notes"] };

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return "none";
  } catch (error) {
    return CortexError.isInstance(error) ? error.code : "plain";
  }
};

describe("roles", () => {
  it("are needed one by one, and admin holds the others", () => {
    expect(codeOf(() => requireRole(tied, "read"))).toBe("none");
    expect(codeOf(() => requireRole(tied, "write"))).toBe("forbidden");
    expect(codeOf(() => requireRole({ ...tied, roles: new Set(["admin"]) }, "write"))).toBe("none");
  });
});

describe("users", () => {
  it("of others answer as nobody does", () => {
    expect(codeOf(() => requireUser(tied, "anna"))).toBe("none");
    expect(codeOf(() => requireUser(tied, "Anna"))).toBe("unknown_user");
    expect(codeOf(() => requireUser(LOCAL_ACCESS, "anybody"))).toBe("none");
  });
});

describe("namespaces", () => {
  it("default to global, and to the token's own where it is tied to others", () => {
    expect(allowedNamespaces(LOCAL_ACCESS, {})).toEqual(["global"]);
    expect(allowedNamespaces(tied, {})).toEqual(["work", "notes"]);
    expect(allowedNamespaces({ ...tied, namespaces: ["work", "global"] }, {})).toEqual(["global"]);
  });

  it("keep the caller's order and lose what the token may not touch", () => {
    expect(allowedNamespaces(LOCAL_ACCESS, { namespaces: ["b", "a", "b"], namespace: "c" })).toEqual(["b", "a"]);
    expect(allowedNamespaces(tied, { namespaces: ["notes", "global", "work"] })).toEqual(["notes", "work"]);
    expect(codeOf(() => allowedNamespaces(tied, { namespace: "global" }))).toBe("not_found");
  });
});
