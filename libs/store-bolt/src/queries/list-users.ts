import { query } from "../connection/query.ts";

export const listUsersQuery = query("list-users", () => "MATCH (u:CortexUser) RETURN u.id AS id");
