import type { BenchConversation, Dataset } from "../datasets/dataset.ts";
import { feed } from "../feed.ts";
import { post } from "../http-client.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "../throwaway-server.ts";
import type { RankingExample } from "./listwise-softmax.ts";
import type { AnswerabilityExample } from "./logistic.ts";

interface Explanation {
  items: { external_id: string | null; features?: Record<string, number> }[];
  evidence: { coverage: number; cosine: number | null };
}

export interface Examples {
  ranking: RankingExample[];
  answerability: AnswerabilityExample[];
}

/** Foreign questions for each conversation: as many as its own, but no fewer. */
const LEAST_FOREIGN = 40;

/**
 * Asks every headline question through `/v1/explain` and takes what the product's own ranker saw; labels are never added to the pool.
 * Then asks questions about other conversations of the same data set: what memory cannot know.
 */
export async function collectExamples(datasets: readonly Dataset[], names: readonly string[]): Promise<Examples> {
  const home = await throwawayHome();
  const server = await startThrowawayServer(home, {});
  const examples: Examples = { ranking: [], answerability: [] };
  try {
    for (const { name: group, conversations } of datasets) {
      for (const conversation of conversations) {
        await feed(server.url, conversation.id, conversation);
        const explain = (query: string) => post<Explanation>(`${server.url}/v1/explain`, { query, user_id: conversation.id, kinds: ["turn"], limit: 200, deadline_ms: 10_000 });
        const judge = (answerable: boolean, { evidence }: Explanation) => examples.answerability.push({ group, conversation: conversation.id, answerable, ...evidence });
        for (const question of headline(conversation)) {
          const explanation = await explain(question.text);
          examples.ranking.push({ group, conversation: conversation.id, ...pool(explanation, question.gold, names) });
          judge(true, explanation);
        }
        for (const text of foreignQuestions(conversations, conversation)) judge(false, await explain(text));
      }
    }
    return examples;
  } finally {
    await server.stop();
    await removeHome(home);
  }
}

const headline = (conversation: BenchConversation) => conversation.questions.filter((question) => question.headline);

function pool({ items }: Explanation, goldIds: readonly string[], names: readonly string[]): Pick<RankingExample, "features" | "gold" | "goldCount"> {
  const gold = new Set(goldIds);
  const ranked = items.filter((item) => item.features !== undefined);
  return {
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
