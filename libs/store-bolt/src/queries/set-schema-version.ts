import { query } from "../connection/query.ts";

export const setSchemaVersionQuery = query("set-schema-version", () => "MATCH (s:CortexSchema {id: 'schema'}) SET s.version = $version");
