import { query } from "../connection/query.ts";

/** Without those whose import has not ended. */
export const listUsersQuery = query("list-users", () => "MATCH (u:CortexUser) WHERE u.importing IS NULL RETURN u.id AS id");

export const userExistsQuery = query("user-exists", () => "MATCH (u:CortexUser {id: $user}) WHERE u.importing IS NULL RETURN u.id AS id");
