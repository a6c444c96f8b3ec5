import { describe, expect, it } from "vitest";

import { TermTable } from "./term-table.ts";
import type { TermScores } from "./term-table.ts";

const row = (...scores: number[]): TermScores => ({ ref: { id: "t", kind: "turn", sessionKey: null, position: null, words: 3, role: "user", speaker: null }, scores });

describe("TermTable", () => {
  it("holds the scores row after row, and which rows have any", () => {
    const table = new TermTable([row(0, 2), row(0, 0), row(1, 3)]);
    expect([table.rows, table.terms]).toEqual([3, 2]);
    expect([...table.scores]).toEqual([0, 2, 0, 0, 1, 3]);
    expect(table.holders).toEqual([0, 2]);
  });

  it("goes on behind the rows of another table, whatever either lacks", () => {
    const first = new TermTable([row(0, 2)]);
    const table = new TermTable([row(0, 0), row(4, 0)], first);
    expect([...table.scores]).toEqual([0, 2, 0, 0, 4, 0]);
    expect(table.holders).toEqual([0, 2]);
    expect([...first.scores]).toEqual([0, 2]);
    expect(new TermTable([row(5)], new TermTable([])).holders).toEqual([0]);
    expect(new TermTable([], first).rows).toBe(1);
    expect(new TermTable([]).terms).toBe(0);
  });
});
