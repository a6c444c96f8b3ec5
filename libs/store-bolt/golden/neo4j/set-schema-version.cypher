MATCH (s:CortexSchema {id: 'schema'}) SET s.version = $version
