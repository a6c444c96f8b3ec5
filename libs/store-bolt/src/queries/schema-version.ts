import { query } from "../connection/query.ts";

export const schemaVersionQuery = query("schema-version", () => "MATCH (s:CortexSchema {id: 'schema'}) RETURN s.version AS version");
