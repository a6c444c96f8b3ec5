MERGE (s:CortexSchema {id: 'schema'})
ON CREATE SET s.version = 0, s.lock = 0
SET s.lock = s.lock + 1
RETURN s.version AS version
