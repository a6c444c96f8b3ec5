import { query } from "../connection/query.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

export const activeSpacesQuery = query("active-spaces", () => `MATCH (s:Space {user: $user}) WHERE s.state = 'active' RETURN ${SPACE_FIELDS} AS space ORDER BY s.id`);
