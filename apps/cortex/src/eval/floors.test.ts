import { describe, expect, it } from "vitest";

import type { Evaluation } from "./evaluate.ts";
import { floorOption, missedFloors } from "./floors.ts";
import { metricsOf } from "./metrics.ts";

const half: Evaluation = {
  asked: [], kinds: {}, degraded: 0,
  all: { questions: 2, metrics: metricsOf([1, null]) },
  none: { questions: 0, recognised: 0, share: null, wrongly: 0 },
};

describe("floors", () => {
  it("are reached or missed", () => {
    const floors = floorOption("mrr=100%", floorOption("recall@10=.6", floorOption("recall@5=0.5", [])));
    expect(missedFloors(half, floors)).toEqual([{ metric: "recall@10", least: 0.6, reached: 0.5 }]);
  });

  it("are missed where nothing was measured", () => {
    expect(missedFloors(half, [{ metric: "none", least: 0 }])).toEqual([{ metric: "none", least: 0, reached: null }]);
  });

  it.each(["recall@10", "recall@10=", "recall@10=2", "recall@10=-1", "recall=.5", "recall@10=x"])("refuse %j", (text) => {
    expect(() => floorOption(text, [])).toThrow("recall@10=.8");
  });
});
