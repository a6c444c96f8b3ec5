import { analyse, isHashPrefix, nearestTerms } from "@memory-cortex/text";

import type { Run } from "../run.ts";
import type { Found } from "../stages/legs.ts";

/** Words of the question that nobody wrote, each with the word that the store read it as. */
export async function readingsOf(run: Run, { legs, terms }: Found): Promise<Record<string, string>> {
  const holders = terms.flatMap((term, index) => {
    const hit = legs.words.hits.find(({ scores }) => (scores[index] ?? 0) > 0);
    return hit === undefined ? [] : [{ term, id: hit.ref.id }];
  });
  if (holders.length === 0) return {};
  const documents = await run.services.store.getDocuments(run.realm, [...new Set(holders.map(({ id }) => id))]);
  const words = new Map(documents.map((document) => [document.id, new Set(analyse(document.kind === "memory" && document.topic !== null ? `${document.topic}\n${document.text}` : document.text))]));
  return Object.fromEntries(
    holders.flatMap(({ term, id }): [string, string][] => {
      const own = words.get(id);
      if (own === undefined || own.has(term)) return [];
      const read = isHashPrefix(term) ? [...own].find((word) => isHashPrefix(word) && word.startsWith(term)) : nearestTerms(term, own)[0]?.term;
      return read === undefined ? [] : [[term, read]];
    }),
  );
}
