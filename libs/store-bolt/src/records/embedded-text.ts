/** What the vector of a document `d` is made of. */
export const EMBEDDED_TEXT = "CASE WHEN d.kind = 'turn' AND d.speaker IS NOT NULL THEN d.speaker + ': ' + d.text ELSE d.text END";
