import { query } from "../connection/query.ts";

export const createEntitiesQuery = query(
  "create-entities",
  () => `
UNWIND $rows AS row
CREATE (e:Entity)
SET e = row, e.user = $user
`,
);
