import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import { append, everything, T0, turn } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { realmFileName } from "./realm-files.ts";
import { TERM_TOKENIZER } from "./term-encoding.ts";

const DOCUMENTS = 9_000;
const FREQUENT = Array.from({ length: 20 }, (_, index) => `often${index}`);
const home = mkdtempSync(join(tmpdir(), "cortex-words-"));
const realm = realmOf("ann");
let store: Store;
let bare: Database.Database;

/** A third of the frequent terms in each document, a common one in most, and now and then a rare one. */
function textOf(index: number): string {
  const frequent = FREQUENT.filter((_, term) => (index * 7 + term * 13 + (index >> 3) * (term + 1)) % 3 === 0);
  const common = index % 5 === 0 ? [] : Array.from({ length: 1 + (index % 3) }, () => "common");
  return [...frequent, ...common, ...(index % 300 === 0 ? ["rare", "rare"] : []), ...Array.from({ length: index % 11 }, () => "filler")].join(" ");
}

/** An index of FTS5's own beside the file, of the same terms. */
function indexTerms(): void {
  bare.exec(`CREATE VIRTUAL TABLE temp.term_index USING fts5 (terms, content = '', tokenize = "${TERM_TOKENIZER}");
    INSERT INTO term_index (rowid, terms) SELECT rid, terms FROM document`);
}

/** FTS5's own scores on the same documents, each term's frequency weight exchanged for ours; best first. */
function measure(terms: readonly string[], limit: number): number[] {
  const documents = bare.prepare("SELECT count(*) FROM document").pluck().get() as number;
  const sums = new Map<number, number>();
  for (const term of terms) {
    const rows = bare.prepare("SELECT rowid AS rid, -bm25(term_index) AS score FROM term_index WHERE term_index MATCH ?").all(`"${term}"`) as { rid: number; score: number }[];
    const odds = (documents - rows.length + 0.5) / (rows.length + 0.5);
    // FTS5 gives words of more than half of the documents this weight.
    const weight = odds > 1 ? Math.log(odds) : 1e-6;
    for (const { rid, score } of rows) sums.set(rid, (sums.get(rid) ?? 0) + (score * Math.log(1 + odds)) / weight);
  }
  return [...sums.values()].sort((a, b) => b - a).slice(0, limit);
}

async function sums(terms: readonly string[], limit: number): Promise<number[]> {
  const hits = await store.searchText(realm, { terms, filter: everything(), limit, window: 0 });
  return hits.map(({ scores }) => scores.reduce((sum, score) => sum + score, 0));
}

beforeAll(async () => {
  store = await openSqliteStore({ home, clock: { now: () => T0 } });
  const turns = Array.from({ length: DOCUMENTS }, (_, index) => turn(textOf(index)));
  await append(store, realm, { sessionId: "s", inserts: [{ at: 0, turns }] });
  bare = new Database(join(home, "realms", realmFileName("ann")));
  indexTerms();
});
afterAll(async () => {
  bare.close();
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("search by words in a realm of 9,000 documents", () => {
  it.each([
    { name: "one rare term", terms: ["rare"] },
    { name: "rare and frequent terms", terms: ["rare", ...FREQUENT.slice(0, 3)] },
    { name: "frequent terms", terms: FREQUENT },
    { name: "frequent terms, and a rare one", terms: ["rare", ...FREQUENT] },
    { name: "a common term alone", terms: ["common"] },
    { name: "a common term that cannot bring any other document among the best", terms: ["common", "rare"] },
    { name: "a common term that can", terms: ["common", ...FREQUENT.slice(0, 2)] },
  ])("gives FTS5's own scores but for the frequency weight: $name", async ({ terms }) => {
    const [found, measured] = [await sums(terms, 10), measure(terms, 10)];
    expect(found).toHaveLength(10);
    found.forEach((score, index) => expect(score).toBeCloseTo(measured[index]!, 6));
  });

  it("finds documents of frequent terms alone when there are not enough of the rare", async () => {
    await append(store, realmOf("ann", ["small"]), { sessionId: "t", inserts: [{ at: 0, turns: FREQUENT.map((term) => turn(term)) }] });
    const hits = await store.searchText(realmOf("ann", ["small"]), { terms: ["rare", ...FREQUENT], filter: everything(), limit: 50, window: 0 });
    expect(hits).toHaveLength(FREQUENT.length);
  });
});
