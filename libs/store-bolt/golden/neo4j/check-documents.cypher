MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
OPTIONAL MATCH (s:Session {key: d.session, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(:Space)
WITH d, s, count(lack) AS lacking
RETURN count(d) AS documents, coalesce(sum(d.termCount), 0) AS terms, count(DISTINCT d.serial) AS serials, coalesce(max(d.serial), 0) AS newest,
  sum(CASE WHEN d:Turn AND s IS NULL THEN 1 ELSE 0 END) AS astray,
  sum(CASE WHEN size(split(d.terms, ' ')) = d.termCount + 2 THEN 0 ELSE 1 END) AS misread,
  sum(CASE WHEN d.retiredAt IS NOT NULL AND lacking > 0 THEN 1 ELSE 0 END) AS needless
