import { emptyWeighting } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { realmOf } from "@memory-cortex/models";
import type { DocumentFilter, Store } from "@memory-cortex/store";
import { termToken } from "@memory-cortex/store-bolt";
import { analyseQuery } from "@memory-cortex/text";
import neo4j from "neo4j-driver";
import type { Driver, Record as Row } from "neo4j-driver";

import type { Corpus } from "../corpus.ts";
import { latencyOf } from "../speed/latency.ts";
import type { Latency } from "../speed/latency.ts";

/** As recall asks: so many candidates a leg, and turns so far beside them. */
const CANDIDATES = 150;
const BESIDE = { words: 3, meaning: 1 };
const WARM = 20;

export interface LegFigures {
  bareText: Latency;
  bareVector: Latency;
  words: Latency;
  meaning: Latency;
  /** Both legs at once, as recall runs them. */
  together: Latency;
  /** p95 of both legs together over the p95 of the two bare queries added up. */
  ratio: number;
}

export interface LegWish {
  store: Store;
  url: string;
  userId: string;
  spaceId: number;
  questions: number;
  corpus: Corpus;
  embedder: Embedder;
}

type Timed = "bareText" | "bareVector" | "words" | "meaning" | "together";

/** The plain alternative on the same server: one query of each index, ids and scores, no realm, no filter, no neighbours. */
async function bareQueries(driver: Driver, userId: string): Promise<{ text(terms: readonly string[]): Promise<unknown>; vector(vector: Float32Array): Promise<unknown> }> {
  const run = async (query: string, parameters: Record<string, unknown>): Promise<Row[]> => {
    const session = driver.session();
    const { records } = await session.run(query, { ...parameters, limit: neo4j.int(CANDIDATES) });
    await session.close();
    return records;
  };
  const records = await run("MATCH (s:Space {user: $userId}) WHERE s.state = 'active' RETURN s.index AS index", { userId });
  const index: unknown = records[0]?.get("index");
  // The index holds tokens of terms; the bare query is given the ones that the leg looks for.
  return {
    text: (tokens) => run("CALL db.index.fulltext.queryNodes('document_terms', $text, {limit: $limit}) YIELD node, score RETURN node.id AS id, score", { text: tokens.join(" ") }),
    vector: (vector) => run("CALL db.index.vector.queryNodes($index, $limit, $vector) YIELD node, score RETURN node.key AS key, score", { index, vector: Array.from(vector) }),
  };
}

/** Each question is asked of all of them in turn, so that what else the machine does falls on all alike. */
export async function measureLegs({ store, url, userId, spaceId, questions, corpus, embedder }: LegWish): Promise<LegFigures> {
  const driver = neo4j.driver(url);
  const bare = await bareQueries(driver, userId);
  const realm = realmOf(userId);
  const filter: DocumentFilter = { kinds: ["turn", "memory", "chunk"], includeHistory: false, now: Date.now() };
  const times: Record<Timed, number[]> = { bareText: [], bareVector: [], words: [], meaning: [], together: [] };
  for (let asked = -WARM; asked < questions; asked += 1) {
    const question = corpus.question(asked + WARM);
    const terms = analyseQuery(question);
    const [vector] = await embedder.embed([question], { kind: "query", weighting: emptyWeighting() });
    if (vector === null || vector === undefined || terms.length === 0) continue;
    const words = (): Promise<unknown> => store.searchText(realm, { terms, filter, limit: CANDIDATES, window: BESIDE.words });
    const meaning = (): Promise<unknown> => store.searchVector(realm, { spaceId, vector, filter, limit: CANDIDATES, window: BESIDE.meaning });
    const work: Record<Timed, () => Promise<unknown>> = {
      bareText: () => bare.text(terms.map((term) => termToken(userId, term))),
      bareVector: () => bare.vector(vector),
      words,
      meaning,
      together: () => Promise.all([words(), meaning()]),
    };
    for (const [name, run] of Object.entries(work) as [Timed, () => Promise<unknown>][]) {
      const start = performance.now();
      await run();
      if (asked >= 0) times[name].push(performance.now() - start);
    }
  }
  await driver.close();
  const found = Object.fromEntries(Object.entries(times).map(([name, each]) => [name, latencyOf(each)])) as Record<Timed, Latency>;
  return { ...found, ratio: found.together.p95 / (found.bareText.p95 + found.bareVector.p95) };
}
