import type { DocumentFilter } from "@memory-cortex/store";

import type { Parameters } from "../connection/bolt-call.ts";

/** Names only the filter's own parameters ({@link filterParameters}). The meaning of each is that of `DocumentFilter`. */
const turnMatches = (d: string): string =>
  `($filterTurnsUntil IS NULL OR ${d}.observedAt <= $filterTurnsUntil)
    AND ($filterBefore IS NULL OR ${d}.observedAt < $filterBefore)
    AND ($filterAfter IS NULL OR ${d}.observedAt >= $filterAfter)`;

/** `notInForce` of the store library, as a condition. */
const inForce = (d: string): string =>
  `($filterKnownAt IS NULL OR ${d}.createdAt <= $filterKnownAt)
      AND (NOT $filterWithoutLost OR ${d}.conflictStatus IS NULL OR ${d}.conflictStatus <> 'resolved')
      AND (${d}.retiredAt IS NULL OR ($filterPast AND ${d}.retiredAt > $filterRetiredBy))
      AND coalesce(${d}.validFrom, CASE WHEN $filterPast THEN ${d}.observedAt ELSE $filterAt END) <= $filterAt
      AND (${d}.validTo IS NULL OR ${d}.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND ${d}.supersededAt IS NOT NULL AND ${d}.supersededAt > $filterKnownAt))
      AND (${d}.expiresAt IS NULL OR ${d}.expiresAt > $filterAt)`;

const memoryMatches = (d: string): string =>
  `($filterTypes IS NULL OR ${d}.type IN $filterTypes)
    AND ($filterTags IS NULL OR any(tag IN $filterTags WHERE tag IN ${d}.tags))
    AND ($filterHistory OR (${inForce(d)}))
    AND ($filterBefore IS NULL OR coalesce(${d}.validFrom, ${d}.observedAt) < $filterBefore)
    AND ($filterAfter IS NULL OR ((${d}.validTo IS NULL OR ${d}.validTo > $filterAfter) AND (${d}.expiresAt IS NULL OR ${d}.expiresAt > $filterAfter)))`;

/** Realm and filter of a search as a condition on a document: of the realm, of the kinds, and what the filter asks of turns and of memories. */
export const documentMatches = (d: string): string =>
  `${d}.user = $user AND ($namespaces IS NULL OR ${d}.namespace IN $namespaces) AND ${d}.kind IN $filterKinds
  AND ((${d}.kind = 'turn' AND ${turnMatches(d)})
  OR (${d}.kind <> 'turn' AND ${memoryMatches(d)}))`;

/** The same for what is known to be a turn, at a third of the price. */
export const turnIsLetThrough = (t: string): string =>
  `${t}.user = $user AND ($namespaces IS NULL OR ${t}.namespace IN $namespaces) AND 'turn' IN $filterKinds AND ${turnMatches(t)}`;

/** What {@link documentMatches} needs beside the realm. */
export function filterParameters(filter: DocumentFilter): Parameters {
  const { kinds, types, tags, validBefore, validAfter, asOf, knownAt, includeHistory, now } = filter;
  const past = asOf !== undefined || knownAt !== undefined;
  const at = asOf ?? knownAt ?? now;
  const until = Math.min(asOf ?? Infinity, knownAt ?? Infinity);
  return {
    filterKinds: kinds,
    filterTypes: types,
    filterTags: tags,
    filterBefore: validBefore,
    filterAfter: validAfter,
    filterTurnsUntil: past ? until : null,
    filterHistory: includeHistory,
    filterKnownAt: knownAt,
    filterWithoutLost: knownAt === undefined && past,
    filterPast: past,
    filterRetiredBy: knownAt ?? at,
    filterAt: at,
  };
}
