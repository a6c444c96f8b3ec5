import type { Dataset } from "../datasets/dataset.ts";
import { feed } from "../feed.ts";
import { post } from "../http-client.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "../throwaway-server.ts";
import type { RankingExample } from "./listwise-softmax.ts";

interface Explained {
  external_id: string | null;
  features?: Record<string, number>;
}

/** Asks every headline question through `/v1/explain` and takes the features that the product's own ranker saw; labels are never added to the pool. */
export async function collectExamples(datasets: readonly Dataset[], names: readonly string[], environment: Record<string, string>): Promise<RankingExample[]> {
  const home = await throwawayHome();
  const server = await startThrowawayServer(home, environment);
  try {
    const examples: RankingExample[] = [];
    for (const { name, conversations } of datasets) {
      for (const conversation of conversations) {
        await feed(server.url, conversation.id, conversation);
        for (const question of conversation.questions.filter(({ headline }) => headline)) {
          const request = { query: question.text, user_id: conversation.id, kinds: ["turn"], limit: 200, deadline_ms: 10_000 };
          const { items } = await post<{ items: Explained[] }>(`${server.url}/v1/explain`, request);
          const gold = new Set(question.gold);
          const pool = items.flatMap(({ external_id, features }) => (features === undefined ? [] : [{ features, isGold: external_id !== null && gold.has(external_id) }]));
          examples.push({
            group: name, conversation: conversation.id, goldCount: gold.size,
            features: pool.map(({ features }) => names.map((feature) => features[feature] ?? 0)),
            gold: pool.map(({ isGold }) => isGold),
          });
        }
      }
    }
    return examples;
  } finally {
    await server.stop();
    await removeHome(home);
  }
}
