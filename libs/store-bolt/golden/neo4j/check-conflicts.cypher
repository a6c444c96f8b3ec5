MATCH (m:Memory {user: $user}) WHERE m.conflictGroup IS NOT NULL AND m.conflictStatus = 'active'
WITH m.conflictGroup AS conflict, count(*) AS memories
WHERE memories = 1
RETURN count(*) AS alone
