import { createLlmRegistry } from "@memory-cortex/llm";
import type { LlmRegistry } from "@memory-cortex/llm";
import { say, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";


import type { Verdict } from "../../src/decide/weigh-verdict.ts";
import recorded from "./recorded-judgements.json" with { type: "json" };

const SHOWN = /<pair number="(\d+)"><older[^>]*>(.*?)<\/older><newer[^>]*>(.*?)<\/newer><\/pair>/g;

export interface ReplayedJudge extends LlmRegistry {
  /** How many pairs it was asked about. */
  asked(): number;
}

/**
 * A judge behind Anthropic's wire format on loopback, asked through the vendor's own client. Its verdicts are read from
 * `recorded-judgements.json`: written by hand, right for most pairs and wrong for sixteen as small models are wrong. `always` says one verdict to
 * everything instead.
 */
export async function startReplayedJudge({ always }: { always?: Verdict } = {}): Promise<ReplayedJudge> {
  const verdictOf = new Map(recorded.map(({ older, newer, verdict }) => [`${older}\n${newer}`, verdict]));
  let asked = 0;
  const server = await startAnthropicServer(({ prompt }) => {
    const pairs = [...prompt.matchAll(SHOWN)];
    asked += pairs.length;
    const verdicts = pairs.map(([, pair, older, newer]) => ({ pair: Number(pair), verdict: always ?? verdictOf.get(`${older}\n${newer}`) ?? "unrelated" }));
    return say({ verdicts });
  });
  const llms = await createLlmRegistry({ model: { kind: "anthropic", apiKey: "key-of-a-test", url: server.url } });
  return {
    ...llms,
    asked: () => asked,
    async close() {
      await llms.close();
      await server.close();
    },
  };
}

