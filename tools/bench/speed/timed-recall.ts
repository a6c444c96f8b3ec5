import { timedPost } from "../http-client.ts";

/** One recall over HTTP, receipt included, with the product's own deadline. */
export interface TimedRecall {
  /** As the client sees it. */
  milliseconds: number;
  /** What embedding the question took of it. */
  embedding: number;
  late: boolean;
  /** The answer as a client could compare it: ids best first. */
  ids: string[];
}

interface Answer {
  items: { id: string; external_id: string | null; score: number }[];
  timings_ms: Record<string, number>;
  degraded: { part: string; reason: string }[];
}

export async function timedRecall(url: string, body: { query: string; user_id: string } & Record<string, unknown>, path: "/v1/recall" | "/v1/search" = "/v1/recall"): Promise<TimedRecall> {
  const { answer, milliseconds } = await timedPost<Answer>(`${url}${path}`, body);
  const embedding = Object.entries(answer.timings_ms).filter(([stage]) => stage.startsWith("embed:")).reduce((sum, [, value]) => sum + value, 0);
  return { milliseconds, embedding, late: answer.degraded.some(({ reason }) => reason === "late"), ids: answer.items.map(({ id, external_id }) => external_id ?? id) };
}
