import { expect, it } from "vitest";

import { OneAtATime } from "./one-at-a-time.ts";

it("runs the work of a key in the order of arrival, one after the other, whatever fails", async () => {
  const queue = new OneAtATime();
  const events: string[] = [];
  const work = (name: string, fails = false) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await Promise.resolve();
    await Promise.resolve();
    events.push(`${name} ends`);
    if (fails) throw new RangeError(name);
    return name;
  };
  const [a, b, c] = [queue.run("k", work("a")), queue.run("k", work("b", true)), queue.run("k", work("c"))];
  await expect(b).rejects.toThrow("b");
  await expect(Promise.all([a, c])).resolves.toEqual(["a", "c"]);
  expect(events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

it("keeps no key waiting for another one", async () => {
  const queue = new OneAtATime();
  const held = Promise.withResolvers<string>();
  const first = queue.run("k", () => held.promise);
  await expect(queue.run("other", async () => "done")).resolves.toBe("done");
  held.resolve("late");
  await expect(first).resolves.toBe("late");
});

it("does not begin what was given up while it waited", async () => {
  const queue = new OneAtATime();
  const held = Promise.withResolvers<undefined>();
  const controller = new AbortController();
  let begun = false;
  const first = queue.run("k", () => held.promise);
  const second = queue.run("k", async () => (begun = true), controller.signal);
  controller.abort();
  held.resolve(undefined);
  await first;
  await expect(second).rejects.toMatchObject({ code: "aborted" });
  expect(begun).toBe(false);
});
