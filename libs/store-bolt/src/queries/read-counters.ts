import { query } from "../connection/query.ts";

export const readCountersQuery = query(
  "read-counters",
  () => `
MATCH (u:CortexUser {id: $user})
RETURN u.lastSerial AS lastSerial, u.documents AS documents, u.terms AS terms
`,
);
