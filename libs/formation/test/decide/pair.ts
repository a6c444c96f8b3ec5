/** What two statements are to each other, as a person reads them. */
export type PairKind = "update" | "contradiction" | "negation" | "number" | "paraphrase" | "compatible" | "person" | "time";

/** What should become of the newer statement: it takes the older one's place, both stand in conflict, it is known already, or it is new. */
export type PairOutcome = "supersede" | "conflict" | "known" | "new";

/** Two statements in the order in which they were said. */
export interface Pair {
  kind: PairKind;
  expected: PairOutcome;
  older: string;
  newer: string;
  /** Days between the two. */
  days: number;
}

const DAYS = 30;
const EXPECTED: Readonly<Record<PairKind, PairOutcome>> = { update: "supersede", contradiction: "conflict", negation: "conflict", number: "conflict", paraphrase: "known", compatible: "new", person: "new", time: "new" };

/** "Ana: I live in Graz" was said by Ana; without a name in front the user speaks. */
export function speakerOf(text: string): string | null {
  return /^(\p{Lu}\p{Ll}+): /u.exec(text)?.[1] ?? null;
}

/** One pair a line: "older → newer", with " =outcome" behind where it is not the usual one of its kind, and " +days" where not 30. */
export function pairsOf(kind: PairKind, lines: string): Pair[] {
  return lines.trim().split("\n").map((line) => {
    const [, older, newer, days, expected] = /^\s*(.+?) → (.+?)(?: \+(\d+))?(?: =(\w+))?\s*$/.exec(line) ?? [];
    if (older === undefined || newer === undefined) throw new TypeError(`not a pair: ${line}`);
    return { kind, expected: (expected as PairOutcome | undefined) ?? EXPECTED[kind], older, newer, days: days === undefined ? DAYS : Number(days) };
  });
}
