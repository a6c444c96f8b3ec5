import { HOP_WEIGHTS } from "@memory-cortex/store";
import type { ExpandedEntity, GraphHit } from "@memory-cortex/store";
import { askedKinds, isKindName, kindName } from "@memory-cortex/text";

import { questionNames } from "../question-names.ts";
import { degrade, isLeftOut, timed, timeLimit } from "../run.ts";
import type { Run } from "../run.ts";
import { reasonOf } from "./reason-of.ts";

/** What the graph says of the question. */
export interface GraphLeg {
  /** Entities that the question names, and those that relations tie to them. */
  entities: ExpandedEntity[];
  /** Documents that mention them, heaviest first. */
  hits: GraphHit[];
}

export const NO_GRAPH: GraphLeg = { entities: [], hits: [] };

/** The graph brings no more than that: it knows who is named, not what is asked. */
export const GRAPH_CANDIDATES = 40;
const HOPS = 2;
const ENTITIES_PER_HOP = 24;
/** Of the time limit: 50 ms of 200, half a second of two. */
const BUDGET_SHARE = 0.25;
/** Of the weight of its hop: an entity that more than eight documents mention alone makes none of them a near one. */
const LEAST_SHARE = 0.3;

/**
 * How far a hit is from what the question names; null when it names only what is named all over. In a chat of two every question
 * names one of them, and what merely mentions that one is no nearer to it than the rest.
 */
export const nearHop = ({ hop, weight }: GraphHit): GraphHit["hop"] | null => (weight < HOP_WEIGHTS[hop] * LEAST_SHARE ? null : hop);

/**
 * Where a question asks for a kind: ids of what names a thing of that kind, and not one that is named all over; else none. One relation leads there
 * from the kind, as other relations do from other names of the question, and what mentions such a name as well is counted as naming that: none of
 * these is told apart, or what mentions both would stand behind what mentions one.
 */
export function hitsOfKind({ entities, hits }: GraphLeg): Set<string> {
  if (!entities.some(({ name, hop }) => hop === 0 && isKindName(name))) return new Set();
  return new Set(hits.filter((hit) => hit.hop <= 1 && nearHop(hit) !== null).map(({ ref }) => ref.id));
}

/**
 * Stage 3, graph: the entities that the question names, by the names and aliases that the realm knows, and what is up to two relations away;
 * and the kinds of things that it asks for, from which one relation leads to the things. Without either in the question nothing is asked; without
 * entities of these names it costs one look-up. Late or broken: empty, and named.
 */
export async function graphLeg(run: Run, terms: readonly string[]): Promise<GraphLeg> {
  if (isLeftOut(run, "graph")) return NO_GRAPH;
  const keys = [...questionNames(run.request.query), ...askedKinds(run.request.query).map(kindName)];
  if (keys.length === 0) return NO_GRAPH;
  const query = { keys, hops: HOPS, filter: run.filter, limit: GRAPH_CANDIDATES, entityLimit: ENTITIES_PER_HOP, terms } as const;
  const limit = Math.min(BUDGET_SHARE * timeLimit(run.services, run.request), run.deadline.legsRemainingMs());
  const answer = await timed(run, "graph", () => run.deadline.within(limit, (signal) => run.services.store.expand(run.realm, query, { signal })));
  if (answer.outcome === "done") return answer.result;
  degrade(run, "graph", reasonOf(run, "graph", answer));
  return NO_GRAPH;
}
