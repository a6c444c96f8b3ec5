import type { Candidate } from "./candidate.ts";

/** The value of a neighbour at a distance, or undefined when that turn is not among the rows. */
export interface Neighbour<Row> {
  row: Row;
  distance: number;
}

/** Looks up rows by their place in a session: neighbours within reach, nearest first. */
export class Neighbourhood<Row extends { readonly ref: Candidate }> {
  readonly #sessions = new Map<string, Map<number, Row>>();

  constructor(rows: Iterable<Row>) {
    for (const row of rows) {
      const { sessionKey, position } = row.ref;
      if (sessionKey === null || position === null) continue;
      let session = this.#sessions.get(sessionKey);
      if (session === undefined) this.#sessions.set(sessionKey, (session = new Map<number, Row>()));
      session.set(position, row);
    }
  }

  /** Rows of the same session at most `reach` places away, without the row itself. */
  around(candidate: Candidate, reach: number): Neighbour<Row>[] {
    const { sessionKey, position } = candidate;
    const session = sessionKey === null ? undefined : this.#sessions.get(sessionKey);
    if (session === undefined || position === null) return [];
    const found: Neighbour<Row>[] = [];
    for (let distance = 1; distance <= reach; distance += 1) {
      const before = session.get(position - distance);
      const after = session.get(position + distance);
      if (before !== undefined) found.push({ row: before, distance });
      if (after !== undefined) found.push({ row: after, distance });
    }
    return found;
  }
}
