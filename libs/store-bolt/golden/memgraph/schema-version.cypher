MATCH (s:CortexSchema {id: 'schema'}) RETURN s.version AS version
