UNWIND $rows AS row
MATCH (s:Session {key: row.key, user: $user})
SET s.captured = s.captured + row.captured, s.openTurns = s.openTurns + row.openTurns, s.improvableTurns = s.improvableTurns + row.improvableTurns, s.bytes = s.bytes + row.bytes,
  s.firstAt = CASE WHEN s.firstAt IS NULL OR row.firstAt < s.firstAt THEN row.firstAt ELSE s.firstAt END,
  s.lastAt = CASE WHEN s.lastAt IS NULL OR row.lastAt > s.lastAt THEN row.lastAt ELSE s.lastAt END,
  s.newestImprovable = CASE WHEN row.newestImprovable IS NULL OR s.newestImprovable > row.newestImprovable THEN s.newestImprovable ELSE row.newestImprovable END
