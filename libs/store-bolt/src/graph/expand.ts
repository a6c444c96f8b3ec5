import { entityDamping, HOP_WEIGHTS } from "@memory-cortex/store";
import type { ExpandedEntity, Expansion, ExpandQuery, GraphHit } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { expandQuery } from "../queries/expand.ts";
import { REF_LENGTH, toRef } from "../records/document-ref.ts";
import type { RefRow } from "../records/document-ref.ts";
import { filterParameters } from "../search/document-filter.ts";
import { termToken } from "../search/encode-terms.ts";

interface Row {
  entities: (ExpandedEntity & { documents: number })[];
  hits: RefRow[];
}

interface Weighed {
  hit: GraphHit;
  serial: number;
}

/** The row ends with the serial of the document, the places of its entities in the list, and which terms it holds. */
function weigh(entities: Row["entities"], row: RefRow): Weighed {
  const [serial, unordered, holds] = row.slice(REF_LENGTH) as [number, number[], boolean[]];
  const places = unordered.sort((a, b) => a - b);
  const weight = places.reduce((sum, place) => sum + HOP_WEIGHTS[entities[place]!.hop] * entityDamping(entities[place]!.documents), 0);
  return { hit: { ref: toRef(row), hop: entities[places[0]!]!.hop, weight, holds }, serial };
}

/** One round trip. */
export async function expand({ realm, transaction }: BoltCall, { keys, hops, filter, limit, entityLimit, terms = [] }: ExpandQuery): Promise<Expansion> {
  if (keys.length === 0) return { entities: [], hits: [] };
  // Those of the hops before may be among the rarest of the last one.
  const parameters = { keys: [...new Set(keys)], hops, limit: Math.max(0, limit), entityLimit, enough: 3 * entityLimit, tokens: terms.map((term) => termToken(realm.userId, term)) };
  const [row] = await transaction.run<Row>(expandQuery, { ...parameters, ...filterParameters(filter) });
  const { entities, hits } = row!;
  const heaviest = hits.map((hit) => weigh(entities, hit)).sort((a, b) => b.hit.weight - a.hit.weight || b.serial - a.serial);
  return {
    entities: entities.map(({ id, name, hop }) => ({ id, name, hop })),
    hits: heaviest.map(({ hit }) => hit),
  };
}
