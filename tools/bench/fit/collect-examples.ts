import type { RankedLegs } from "@memory-cortex/scoring";

import type { BenchConversation, Dataset } from "../datasets/dataset.ts";
import { post } from "../http-client.ts";
import type { QualityServer } from "../quality/quality-server.ts";
import type { RankingExample } from "./examples.ts";

interface Explanation {
  items: { external_id: string | null; features?: Record<string, number> }[];
  evidence: RankingExample["evidence"];
}

/**
 * What recall goes without, so that only these legs answer. Never the graph: what it says of a question is worth a fixed factor on top of the score,
 * and weights that were fitted with it in the base score would take part of that back (docs/decisions/graph.md).
 */
export const LEFT_OUT: Record<RankedLegs, readonly string[]> = { words: ["meaning", "graph"], "words and one space": ["meaning:minilm", "graph"], "words and two spaces": ["graph"] };

/** Foreign questions for each conversation: as many as its own, but no fewer. */
const LEAST_FOREIGN = 40;

export interface Collection {
  server: QualityServer;
  datasets: readonly Dataset[];
  legs: RankedLegs;
  /** Features, in order. */
  names: readonly string[];
  progress: (line: string) => void;
}

/**
 * Asks every headline question through `/v1/explain` and takes what the product's own ranker saw; labels are never added to the pool.
 * Then asks questions about other conversations of the same data set: what memory cannot know.
 */
export async function collectExamples({ server, datasets, legs, names, progress }: Collection): Promise<RankingExample[]> {
  const examples: RankingExample[] = [];
  for (const { name: group, conversations } of datasets) {
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      progress(`${legs}: ${group} ${conversation.id}`);
      const example = async (query: string, goldIds: readonly string[]): Promise<RankingExample> => {
        const wish = { query, user_id: conversation.id, kinds: ["turn"], limit: 200, deadline_ms: 20_000, without: LEFT_OUT[legs] };
        return { group, conversation: conversation.id, ...pool(await post<Explanation>(`${server.url}/v1/explain`, wish), goldIds, names) };
      };
      for (const { text, gold } of headline(conversation)) examples.push(await example(text, gold));
      for (const text of foreignQuestions(conversations, conversation)) examples.push(await example(text, []));
    }
  }
  return examples;
}

const headline = (conversation: BenchConversation) => conversation.questions.filter((question) => question.headline);

function pool({ items, evidence }: Explanation, goldIds: readonly string[], names: readonly string[]): Pick<RankingExample, "features" | "gold" | "goldCount" | "evidence"> {
  const gold = new Set(goldIds);
  const ranked = items.filter((item) => item.features !== undefined);
  return {
    evidence: { coverage: evidence.coverage, cosine: evidence.cosine },
    goldCount: gold.size,
    features: ranked.map(({ features }) => names.map((feature) => features?.[feature] ?? 0)),
    gold: ranked.map(({ external_id }) => external_id !== null && gold.has(external_id)),
  };
}

function foreignQuestions(conversations: readonly BenchConversation[], own: BenchConversation): string[] {
  const foreign = conversations.filter((other) => other !== own).flatMap((other) => headline(other).map(({ text }) => text));
  const step = Math.max(1, Math.floor(foreign.length / Math.max(LEAST_FOREIGN, headline(own).length)));
  return foreign.filter((_, index) => index % step === 0);
}
