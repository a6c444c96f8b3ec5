import { query } from "../connection/query.ts";

export const pingQuery = query("ping", () => "RETURN 1 AS one");
