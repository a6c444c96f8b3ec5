import type { BoltCall } from "../connection/bolt-call.ts";
import { stretches } from "./stretches.ts";
import type { Query } from "../connection/query.ts";

/** What the user's node counts. */
export interface CheckedUser {
  writes: number;
  documents: number;
  terms: number;
  lastSerial: number;
  lastSession: number;
  lastEntity: number;
  lastRelation: number;
}

/** One part of the check: what is wrong, a line each. */
export type Check = (call: BoltCall, user: CheckedUser) => Promise<string[]>;

/** A line for each problem that was met, with how often. */
export const problemLines = (found: Readonly<Record<string, number>>): string[] => Object.entries(found).flatMap(([problem, count]) => (count === 0 ? [] : [`${problem}: ${count}`]));

/** The rows of a query over one stretch of numbers after the other. */
export async function overStretches<Row>({ transaction }: BoltCall, query: Query, { last, size, ...parameters }: { last: number; size: number; sample?: string }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stretch of stretches(last, size)) rows.push(...(await transaction.run<Row>(query, { ...parameters, ...stretch })));
  return rows;
}

/** The sum of a column. */
export const sumOf = <Column extends string>(rows: readonly Readonly<Record<Column, number>>[], column: Column): number => rows.reduce((sum, row) => sum + row[column], 0);
