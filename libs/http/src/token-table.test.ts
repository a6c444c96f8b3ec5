import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { tokenTable } from "./token-table.ts";

const table = tokenTable([
  { token: "reader-token-1", roles: ["read"], users: ["anna"], namespaces: ["work"] },
  { token: "owner-token-2", roles: ["read", "write"] },
]);

describe("tokenTable", () => {
  it("finds the access of a token and nothing for another", () => {
    expect(table.find("reader-token-1")).toMatchObject({ roles: new Set(["read"]), users: new Set(["anna"]), namespaces: ["work"] });
    expect(table.find("owner-token-2")).toMatchObject({ users: null, namespaces: null });
    for (const wrong of ["", "reader-token-", "reader-token-12", "READER-TOKEN-1"]) expect(table.find(wrong)).toBeNull();
  });

  it("shows no token, not even to a debugger", () => {
    expect(inspect([table, table.find("owner-token-2")], { depth: 9, showHidden: true })).not.toContain("owner-token");
  });
});
