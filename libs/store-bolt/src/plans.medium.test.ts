import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import neo4j from "neo4j-driver";
import type { Driver, Plan, QueryResult } from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { neo4jDialect } from "./dialects/neo4j.ts";
import { allQueries } from "./golden/rendered-queries.ts";
import { openBoltStore } from "./open-bolt-store.ts";

const found = await findNeo4jClassPath();

/** About all users: they look at each of them. */
const OF_ALL_USERS = ["list-users", "unfinished-imports"];

/** Labels whose nodes carry others as well. */
const ALSO: Record<string, string> = { Turn: "Document", Memory: "Document", OpenTurn: "Document:Turn", ImprovableTurn: "Document:Turn" };

const RELATIONSHIPS: readonly [from: string, type: string, to: string][] = [
  ["Document", "LACKS", "Space"],
  ["Vector", "OF", "Document"],
  ["Document", "MENTIONS", "Entity"],
  ["Document", "BROUGHT", "EntityName"],
  ["EntityName", "NAMES", "Entity"],
  ["Entity", "MERGED_INTO", "Entity"],
  ["Relation", "SUBJECT", "Entity"],
  ["Relation", "OBJECT", "Entity"],
  ["Relation", "RESTS_ON", "Document"],
  ["Memory", "RESTS_ON", "Turn"],
];

interface Index {
  label: string;
  properties: string[];
}

/** Names the operators of a plan that read all of something, whoever it belongs to, with what they read. */
function scans({ operatorType, arguments: given, children }: Plan): string[] {
  const own = operatorType.includes("Scan") ? [`${operatorType} ${String((given as Record<string, unknown>)["Details"])}`] : [];
  return [...own, ...children.flatMap(scans)];
}

/** As many nodes as make a scan dear, of fifty users, with every property that an index holds. */
const nodesOf = ({ label, properties }: Index): string => `
UNWIND range(1, 2000) AS i
CREATE (n:${[label, ALSO[label]].filter((each) => each !== undefined).join(":")})
SET n.key = '${label} ' + i, n.user = 'user ' + (i % 50)${properties.filter((each) => each !== "key" && each !== "user").map((each) => `, n.${each} = '${label} ' + i`).join("")}`;

const relationshipsOf = ([from, type, to]: readonly [string, string, string]): string => `
MATCH (a:${from}) WITH collect(a)[..4000] AS froms
MATCH (b:${to}) WITH froms, collect(b)[..3000] AS tos
UNWIND range(0, 5999) AS i
WITH froms[i % size(froms)] AS a, tos[(i * 7) % size(tos)] AS b, i
CREATE (a)-[:${type} {place: toString(i)}]->(b)`;

describe.skipIf("missing" in found)("plans on a real Neo4j", () => {
  let server: Neo4jServer;
  let driver: Driver;
  const run = (text: string, parameters: Record<string, unknown> = {}): Promise<QueryResult> => driver.executeQuery(text, parameters);

  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
    await (await openBoltStore({ url: server.url, clock: { now: () => 0 } })).close();
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the driver declares its settings as a class that cannot be made
    driver = neo4j.driver(server.url, undefined, { disableLosslessIntegers: true });
    const { records } = await run("SHOW INDEXES YIELD entityType, type, labelsOrTypes, properties WHERE entityType = 'NODE' AND type = 'RANGE' RETURN labelsOrTypes[0] AS label, properties");
    const labels = Map.groupBy(records.map((record) => record.toObject() as unknown as Index), ({ label }) => label);
    for (const [label, indexes] of labels) await run(nodesOf({ label, properties: [...new Set(indexes.flatMap(({ properties }) => properties))] }));
    for (const relationship of RELATIONSHIPS) await run(relationshipsOf(relationship));
    await run("CALL db.prepareForReplanning(120)");
  }, 240_000);
  afterAll(async () => {
    await driver.close();
    await server.stop();
  });

  it("has relationships of every type that is asked for", async () => {
    const types = (await allQueries()).flatMap((query) => [...query.text(neo4jDialect).matchAll(/\[\w*:([A-Z_|]+)/g)].flatMap(([, names]) => names!.split("|")));
    expect(new Set(RELATIONSHIPS.map(([, type]) => type))).toEqual(new Set(types));
  });

  it("no query looks at what other users have, but those about all of them", async () => {
    const scanning: Record<string, string[]> = {};
    for (const query of await allQueries()) {
      const text = query.text(neo4jDialect);
      const parameters = Object.fromEntries([...text.matchAll(/\$(\w+)/g)].map(([, name]) => [name, null]));
      const { summary } = (await driver.executeQuery(`EXPLAIN ${text}`, parameters)) as unknown as { summary: { plan: Plan } };
      const whole = scans(summary.plan);
      if (whole.length > 0 && !OF_ALL_USERS.includes(query.name)) scanning[query.name] = whole;
    }
    expect(scanning).toEqual({});
  }, 120_000);

  it("knows a query that does", async () => {
    const { summary } = (await driver.executeQuery("EXPLAIN MATCH (m:Memory {user: $user}) RETURN count(m)", { user: "user 1" })) as unknown as { summary: { plan: Plan } };
    expect(scans(summary.plan)).toEqual([expect.stringMatching(/NodeByLabelScan.*Memory/)]);
  });
});
