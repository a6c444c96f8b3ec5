import { describe, expect, it } from "vitest";

import type { Realm } from "../isolation/realm.ts";
import { drawerOf } from "./scope.ts";

const owner: Realm = { userId: "ann", namespace: "global", shared: false, trusted: true };
const isolated: Realm = { ...owner, namespace: "global/agent:main" };
const stranger: Realm = { userId: "sender:telegram:7", namespace: "untrusted", shared: false, trusted: false };

describe("drawerOf", () => {
  it("is the realm's own drawer without a scope", () => {
    for (const realm of [owner, isolated, stranger]) expect(drawerOf(realm, undefined)).toEqual({ namespace: realm.namespace, warning: null });
  });

  it("opens a drawer by name, in any case of letters", () => {
    expect(drawerOf(owner, "FinLife")).toEqual({ namespace: "finlife", warning: null });
  });

  it.each(["agent:other", "workspace:x", "untrusted", "group:1", "own/abc", "../global", "with space", "", "x".repeat(65)])("does not open %j", (scope) => {
    const drawer = drawerOf(owner, scope);
    expect(drawer.namespace).toBe("global");
    expect(drawer.warning).toMatch(/default scope/);
  });

  it.each(["global", "agent:other", "finlife", "global/agent:other"])("stays inside an isolated realm's drawer for %j", (scope) => {
    for (const realm of [isolated, stranger]) {
      const { namespace } = drawerOf(realm, scope);
      expect(namespace === realm.namespace || namespace.startsWith(`${realm.namespace}/`)).toBe(true);
    }
  });
});
