import { query } from "../connection/query.ts";

/** How many of the turns are still in the state in which they were read. */
const stateQuery = (name: string, label: "OpenTurn" | "ImprovableTurn") =>
  query(
    name,
    () => `
MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  UNWIND $keys AS key
  MATCH (t:Document {key: key, user: $user})
  WITH t WHERE t.session = $session AND t:${label}
  RETURN count(t) AS waiting
}
RETURN waiting
`,
  );

export const openCountQuery = stateQuery("count-open", "OpenTurn");
export const improvableCountQuery = stateQuery("count-improvable", "ImprovableTurn");
