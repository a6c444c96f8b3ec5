import { realmOf } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { SpaceEraser } from "./space-eraser.ts";

const [ann, bob] = [realmOf("ann"), realmOf("bob")];

/** An eraser whose writes answer, one after the other, whether anything is left. */
function eraserThat(answers: (boolean | Error)[]) {
  const asked: string[] = [];
  const eraser = new SpaceEraser({
    write: async ({ name, realm, patient }) => {
      asked.push(`${name} ${realm!.userId} ${patient}`);
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { asked, eraser };
}

describe("what dropped spaces left", () => {
  it("is erased part by part, behind all others, until nothing is left", async () => {
    const { asked, eraser } = eraserThat([true, true, false]);
    await eraser.dropped(ann);
    expect(asked).toEqual(["eraseDropped ann true", "eraseDropped ann true", "eraseDropped ann true"]);
  });

  it("is erased once for each user, however often spaces are dropped meanwhile", async () => {
    const { asked, eraser } = eraserThat([true, true, false, false]);
    await Promise.all([eraser.dropped(ann), eraser.dropped(ann), eraser.dropped(bob)]);
    expect(asked.filter((call) => call.includes("bob"))).not.toHaveLength(0);
    expect(asked).toHaveLength(4);
    await eraser.dropped(ann);
    expect(asked).toHaveLength(5);
  });

  it("is left alone after a failure, which nobody hears of, until the next space is dropped", async () => {
    const { asked, eraser } = eraserThat([new Error("closed"), true]);
    await eraser.dropped(ann);
    expect(asked).toHaveLength(1);
    await eraser.dropped(ann);
    expect(asked).toHaveLength(3);
  });
});
