import { MEMORY_TYPES, realmOf } from "@memory-cortex/models";
import { endOf, notInForce } from "@memory-cortex/store";
import type { DocumentFilter } from "@memory-cortex/store";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Connection } from "../connection/connection.ts";
import { query } from "../connection/query.ts";
import { connect } from "../open-bolt-store.ts";
import { documentMatches, filterParameters } from "./document-filter.ts";

const found = await findNeo4jClassPath();
const moment = fc.integer({ min: 0, max: 9 });
const perhaps = fc.option(moment, { nil: null });
const asked = fc.option(moment, { nil: undefined });

const document = fc.record({
  user: fc.constantFrom("ann", "ann", "bob"),
  namespace: fc.constantFrom("home", "work"),
  kind: fc.constantFrom("turn", "memory"),
  type: fc.constantFrom(...MEMORY_TYPES),
  tags: fc.subarray(["tea", "jam"]),
  observedAt: moment,
  createdAt: moment,
  validFrom: perhaps,
  validTo: perhaps,
  expiresAt: perhaps,
  retiredAt: perhaps,
  supersededAt: perhaps,
  conflictStatus: fc.constantFrom(null, "active" as const, "resolved" as const),
});
type Facts = typeof document extends fc.Arbitrary<infer Value> ? Value : never;

const filterOf = fc.record({
  kinds: fc.subarray(["turn", "memory"] as const, { minLength: 1 }),
  types: fc.option(fc.subarray([...MEMORY_TYPES], { minLength: 1 }), { nil: undefined }),
  tags: fc.option(fc.subarray(["tea", "jam"]), { nil: undefined }),
  validBefore: asked,
  validAfter: asked,
  asOf: asked,
  knownAt: asked,
  includeHistory: fc.boolean(),
  now: moment,
});

/** What the port says, in words of its own library. */
function admits(facts: Facts, filter: DocumentFilter): boolean {
  const { validBefore = Infinity, validAfter = -Infinity, asOf = Infinity, knownAt = Infinity } = filter;
  if (facts.user !== "ann" || facts.namespace !== "home" || !filter.kinds.includes(facts.kind)) return false;
  if (facts.kind === "turn") return facts.observedAt <= Math.min(asOf, knownAt) && facts.observedAt < validBefore && facts.observedAt >= validAfter;
  if (filter.types !== undefined && !filter.types.includes(facts.type)) return false;
  if (filter.tags !== undefined && !filter.tags.some((tag) => facts.tags.includes(tag))) return false;
  if (!filter.includeHistory && notInForce(facts, facts.observedAt, filter) !== null) return false;
  return (facts.validFrom ?? facts.observedAt) < validBefore && endOf(facts) > validAfter;
}

const matchingQuery = query("matching", () => `UNWIND $rows AS d WITH d WHERE ${documentMatches("d")} RETURN d.place AS place`);

describe.skipIf("missing" in found)("the filter of documents on a real Neo4j", () => {
  let server: Neo4jServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
    connection = await connect({ url: server.url, clock: { now: () => 0 } });
  }, 120_000);
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  it("lets through what the port lets through", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 40, maxLength: 80 }), filterOf, async (documents, wish) => {
        const filter = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as unknown as DocumentFilter;
        const rows = documents.map((facts, place) => ({ ...facts, place }));
        const matching = await connection.read(realmOf("ann", ["home"]), undefined, ({ transaction }) => transaction.run<{ place: number }>(matchingQuery, { rows, ...filterParameters(filter) }));
        expect(matching.map(({ place }) => place)).toEqual(rows.filter((facts) => admits(facts, filter)).map(({ place }) => place));
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
