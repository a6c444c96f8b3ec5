import { entityOf, namesOf } from "./entity-record.ts";

/** From `$keys`, names as keys: binds the entities `e` of the realm that have one of them themselves. */
export const NAMED = `UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e`;

/** From `e`: binds `root`, the one that stands for it, itself when nothing else does. */
export const STANDING = `MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)`;

/** From `root`: its own record and those of all that were merged into it. */
export const RETURN_GROUPS = `MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
${namesOf("member")}
RETURN root.id AS root, ${entityOf("member")} AS entity`;
