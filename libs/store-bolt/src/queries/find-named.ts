import { query } from "../connection/query.ts";
import { NAMED, STANDING } from "../records/entity-groups.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";

/** Those that have the names, and those that stand for them. */
export const findNamedQuery = query(
  "find-named",
  () => `
${NAMED}
${STANDING}
UNWIND [e, root] AS each
WITH DISTINCT each, root
${namesOf("each")}
RETURN ${entityOf("each")} AS entity, CASE WHEN each.key = root.key THEN null ELSE root.id END AS mergedInto
`,
);
