import { query } from "../connection/query.ts";

const LABELS = { turn: ":Turn:OpenTurn", memory: ":Memory" } as const;

/** Serials follow the user's last one, in the order of the rows. */
const writeDocumentsQuery = (kind: keyof typeof LABELS) =>
  query(
    `write-${kind}s`,
    () => `
MATCH (u:CortexUser {id: $user})
WITH u, u.lastSerial AS last
SET u.lastSerial = last + size($rows), u.documents = u.documents + size($rows), u.terms = u.terms + $termCount
WITH last
UNWIND range(0, size($rows) - 1) AS place
CREATE (d:Document${LABELS[kind]})
SET d = $rows[place], d.serial = last + place + 1
RETURN d.id AS id, d.serial AS serial
`,
  );

export const writeTurnsQuery = writeDocumentsQuery("turn");
export const writeMemoriesQuery = writeDocumentsQuery("memory");
