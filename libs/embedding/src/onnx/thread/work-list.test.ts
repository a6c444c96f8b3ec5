import { describe, expect, it } from "vitest";
import { WorkList } from "./work-list.ts";

const call = (id: number, texts: string[], urgent = false) => ({ type: "embed" as const, id, texts, urgent });
const vector = (value: number): Float32Array => Float32Array.of(value);

describe("WorkList", () => {
  it("goes text by text and gives a call's vectors once it is whole", () => {
    const work = new WorkList();
    expect(work.next()).toBeNull();
    work.add(call(1, ["a", "b"]));
    expect(work.next()).toEqual({ id: 1, text: "a" });
    expect(work.put(1, vector(1))).toBeNull();
    expect(work.next()).toEqual({ id: 1, text: "b" });
    expect(work.put(1, null)).toEqual([vector(1), null]);
    expect(work.next()).toBeNull();
  });

  it("puts an urgent call before the rest of one that has begun, and loses nothing of it", () => {
    const work = new WorkList();
    work.add(call(1, ["a", "b"]));
    work.put(1, vector(1));
    work.add(call(2, ["question"], true));
    expect(work.next()).toEqual({ id: 2, text: "question" });
    expect(work.put(2, vector(9))).toEqual([vector(9)]);
    expect(work.put(1, vector(2))).toEqual([vector(1), vector(2)]);
  });

  it("takes the vector of a text during which an urgent call came", () => {
    const work = new WorkList();
    work.add(call(1, ["a"]));
    const { id } = work.next()!;
    work.add(call(2, ["question"], true));
    expect(work.put(id, vector(1))).toEqual([vector(1)]);
    expect(work.next()).toEqual({ id: 2, text: "question" });
  });

  it("forgets a call that is cancelled, also in the middle of a text", () => {
    const work = new WorkList();
    work.add(call(1, ["a", "b"]));
    work.add(call(2, ["c"]));
    work.next();
    work.cancel(1);
    work.cancel(7);
    expect(work.put(1, vector(1))).toBeNull();
    expect(work.next()).toEqual({ id: 2, text: "c" });
  });
});
