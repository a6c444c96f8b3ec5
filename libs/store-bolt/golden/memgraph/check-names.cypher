MATCH (name:EntityName {user: $user}) WHERE name.nameKey IS NOT NULL RETURN count(name) AS names
