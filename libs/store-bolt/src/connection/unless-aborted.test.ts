import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { unlessAborted } from "./unless-aborted.ts";

const aborted = expect.objectContaining({ code: "aborted" });

describe("unlessAborted", () => {
  const unhandled: unknown[] = [];
  const keep = (error: unknown): void => void unhandled.push(error);
  beforeEach(() => void process.on("unhandledRejection", keep));
  afterEach(() => {
    process.off("unhandledRejection", keep);
    expect(unhandled.splice(0)).toEqual([]);
  });
  /** Rejections that nobody takes are told after the microtasks. */
  const passed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it("gives what the work gives", async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  });

  it.each(["before", "after"])("frees the caller at once when the signal came %s the work began, and takes the failure that follows", async (when) => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const abandoned: string[] = [];
    if (when === "before") controller.abort();
    const freed = expect(unlessAborted(promise, controller.signal, () => void abandoned.push("abandoned"))).rejects.toEqual(aborted);
    controller.abort();
    await freed;
    reject(new Error("the connection broke"));
    await passed();
    expect(abandoned).toEqual(["abandoned"]);
  });
});
