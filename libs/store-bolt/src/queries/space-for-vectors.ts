import { query } from "../connection/query.ts";

/** What writing vectors needs to know of a space. */
export const spaceForVectorsQuery = query(
  "space-for-vectors",
  () => "MATCH (s:Space {key: $space, user: $user}) RETURN s.dimension AS dimension, s.number AS number, s.index AS index, s.vectors AS vectors",
);
