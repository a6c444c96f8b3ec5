import { query } from "../connection/query.ts";
import { RETURN_GROUPS, STANDING } from "../records/entity-groups.ts";

export const entityGroupQuery = query(
  "entity-group",
  () => `
MATCH (e:Entity {key: $key, user: $user})
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
${STANDING}
WITH root
${RETURN_GROUPS}
`,
);
