import { realmOf } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { TextFollowers } from "./text-followers.ts";

const [ann, bob] = [realmOf("ann"), realmOf("bob", ["work"])];

function followed() {
  const asked: string[] = [];
  const answers: PromiseWithResolvers<unknown>[] = [];
  const followers = new TextFollowers({
    read: ({ name, realm, patient }) => {
      asked.push(`${name} ${realm!.userId} ${patient}`);
      const answer = Promise.withResolvers<unknown>();
      answers.push(answer);
      return answer.promise;
    },
  });
  return { asked, answers, followers };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("what is added to users who are searched", () => {
  it("is taken in by the thread that searches them, one call at a time, and behind all others", async () => {
    const { asked, answers, followers } = followed();
    followers.added(ann);
    expect(asked).toEqual([]);
    followers.searched(ann);
    followers.added(ann);
    followers.added(ann);
    followers.added(bob);
    expect(asked).toEqual(["followText ann true"]);
    answers[0]!.resolve(undefined);
    await settled();
    followers.added(ann);
    expect(asked).toHaveLength(2);
  });

  it("is asked for again after a failure, which nobody hears of", async () => {
    const { asked, answers, followers } = followed();
    followers.searched(ann);
    followers.added(ann);
    answers[0]!.reject(new Error("closed"));
    await settled();
    followers.added(ann);
    expect(asked).toHaveLength(2);
  });
});
