/**
 * Cosines from which a question counts as on the topic of an earlier one, by how the space's vectors are made. Measured on question pairs
 * of long chats (docs/decisions/synthesis.md): of pairs that rest on the same turn this finds 42 in 100 (static) and 25 (transformer), of pairs
 * from other sessions 1 in 100.
 */
export const STATIC_COSINE = 0.4;
export const TRANSFORMER_COSINE = 0.72;

/**
 * Without vectors: the share of the question's terms that the earlier question, the narrative or what it cites hold, and how many at least;
 * of a question of two terms both. Finds 47 in 100 of the former pairs and 2 of the latter.
 */
export const SHARED_TERMS = 0.6;
export const LEAST_SHARED_TERMS = 3;

/** Vectors of one embedding space: the earlier question's and the narrative's. */
export interface TopicVectors {
  spaceId: number;
  /** Made of token vectors (`weighted`), or by a transformer. */
  weighted: boolean;
  vectors: readonly Float32Array[];
}

export interface Topic {
  spaces: readonly TopicVectors[];
  terms: ReadonlySet<string>;
}

export interface AskedNow {
  spaces: readonly { spaceId: number; vector: Float32Array }[];
  terms: readonly string[];
}

/** Whether a question is on a topic: by meaning, in the static space before others, and by words only when they share no space. */
export function isOnTopic(topic: Topic, asked: AskedNow): boolean {
  const shared = topic.spaces.flatMap((space) => {
    const now = asked.spaces.find(({ spaceId }) => spaceId === space.spaceId);
    return now === undefined || space.vectors.length === 0 ? [] : [{ ...space, now: now.vector }];
  });
  const space = shared.find(({ weighted }) => weighted) ?? shared[0];
  if (space === undefined) return sharesTerms(topic.terms, asked.terms);
  const nearest = Math.max(...space.vectors.map((vector) => cosine(vector, space.now)));
  return nearest >= (space.weighted ? STATIC_COSINE : TRANSFORMER_COSINE);
}

function sharesTerms(known: ReadonlySet<string>, terms: readonly string[]): boolean {
  const shared = terms.filter((term) => known.has(term)).length;
  const isShort = terms.length < LEAST_SHARED_TERMS;
  return isShort ? shared >= 2 && shared === terms.length : shared >= LEAST_SHARED_TERMS && shared / terms.length >= SHARED_TERMS;
}

/** Of unit vectors. Of two lengths: nothing in common. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
