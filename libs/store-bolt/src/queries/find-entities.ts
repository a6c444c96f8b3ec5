import { query } from "../connection/query.ts";
import { NAMED, RETURN_GROUPS, STANDING } from "../records/entity-groups.ts";

export const findEntitiesQuery = query(
  "find-entities",
  () => `
${NAMED}
${STANDING}
WITH DISTINCT root
${RETURN_GROUPS}
`,
);
