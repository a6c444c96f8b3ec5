import type { IntegrityReport, UserStats } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { damagedSegments } from "./document-segments.ts";
import { CURRENT_MEMORY, realmCondition } from "./realm-sql.ts";
import type { Condition } from "./realm-sql.ts";
import { vectorTable } from "./schema.ts";
import { damagedBlocks } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";
import { unlistedWords } from "./word-lists.ts";

export const NO_STATS: UserStats = {
  turns: 0,
  memories: 0,
  activeMemories: 0,
  sessions: 0,
  topics: 0,
  byType: {},
  byLifetime: {},
  oldestAt: null,
  newestAt: null,
  openTurns: 0,
  improvableTurns: 0,
  entities: 0,
  relations: 0,
  openConflicts: 0,
  storageBytes: 0,
};

type Totals = Pick<UserStats, "turns" | "memories" | "oldestAt" | "newestAt">;
type ActiveGroup = { type: string; lifetime: string; count: number };

function countBy(groups: readonly ActiveGroup[], field: "type" | "lifetime"): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const group of groups) {
    counts[group[field]] = (counts[group[field]] ?? 0) + group.count;
  }
  return counts;
}

export function stats({ database, realm, now }: Call): UserStats {
  const allowed = realmCondition(realm);
  const parameters = { ...allowed.parameters, now };
  const totals = database.get<Totals>(
    `SELECT coalesce(sum(d.turns), 0) AS turns, coalesce(sum(d.documents - d.turns), 0) AS memories, min(d.oldest_at) AS oldestAt,
       max(d.newest_at) AS newestAt FROM collection d WHERE ${allowed.sql}`,
    parameters,
  )!;
  const openTurns = database.value<number>(`SELECT coalesce(sum(w.turns), 0) FROM open_window w CROSS JOIN session d ON d.id = w.session WHERE ${allowed.sql}`, parameters)!;
  const active = `FROM memory m CROSS JOIN document d ON d.rid = m.rid WHERE ${CURRENT_MEMORY} AND ${allowed.sql}`;
  const groups = database.all<ActiveGroup>(`SELECT d.type, m.lifetime, count(*) AS count ${active} GROUP BY 1, 2`, parameters);
  return {
    ...totals,
    openTurns,
    activeMemories: groups.reduce((sum, group) => sum + group.count, 0),
    sessions: database.value<number>(`SELECT count(*) FROM session d WHERE ${allowed.sql}`, parameters)!,
    topics: database.value<number>(`SELECT count(DISTINCT m.topic) ${active}`, parameters)!,
    ...countKnowledge(database, allowed),
    byType: countBy(groups, "type"),
    byLifetime: countBy(groups, "lifetime"),
    storageBytes: database.value<number>("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")!,
  };
}

function countKnowledge(database: UserDatabase, { sql, parameters }: Condition): Pick<UserStats, "improvableTurns" | "entities" | "relations" | "openConflicts"> {
  const count = (from: string): number => database.value<number>(`SELECT ${from} AND ${sql}`, parameters)!;
  return {
    improvableTurns: count("coalesce(sum(w.turns), 0) FROM improvable_window w CROSS JOIN session d ON d.id = w.session WHERE TRUE"),
    entities: count("count(*) FROM entity d WHERE d.merged_into IS NULL"),
    relations: count("count(*) FROM relation d WHERE d.retired_at IS NULL"),
    openConflicts: count("count(DISTINCT m.conflict_group) FROM memory m INDEXED BY memory_conflict CROSS JOIN document d ON d.rid = m.rid WHERE m.conflict_status = 'active'"),
  };
}

/** Counts that must agree; each query answers the number of differences. */
const COUNTS: readonly { problem: string; sql: string }[] = [
  {
    problem: "totals of namespaces differ from the documents",
    sql: `SELECT count(*) FROM (SELECT namespace, count(*) AS documents, sum(term_count) AS terms, sum(retired_at IS NULL) AS embeddable,
            sum(kind = 'turn') AS turns, min(observed_at) AS oldest_at, max(observed_at) AS newest_at
          FROM document GROUP BY namespace) found LEFT JOIN collection kept USING (namespace)
          WHERE (kept.documents, kept.terms, kept.embeddable, kept.turns, kept.oldest_at, kept.newest_at)
            IS NOT (found.documents, found.terms, found.embeddable, found.turns, found.oldest_at, found.newest_at)`,
  },
  {
    problem: "counts of turns that capture has not seen differ from the turns",
    sql: `SELECT count(*) FROM (SELECT session, count(*) AS turns FROM document INDEXED BY document_open WHERE kind = 'turn' AND captured_at IS NULL GROUP BY session)
          found FULL JOIN open_window kept USING (session) WHERE kept.turns IS NOT found.turns`,
  },
  {
    problem: "counts of turns to be improved differ from the turns",
    sql: `SELECT count(*) FROM (SELECT session, count(*) AS turns, max(turn) AS newest FROM improvable GROUP BY session)
          found FULL JOIN improvable_window kept USING (session) WHERE (kept.turns, kept.newest) IS NOT (found.turns, found.newest)`,
  },
  {
    problem: "turns to be improved that are not there or were never captured",
    sql: "SELECT count(*) FROM improvable i LEFT JOIN document d ON d.rid = i.turn WHERE d.session IS NOT i.session OR d.captured_at IS NULL",
  },
  {
    problem: "sessions differ from their turns",
    sql: `SELECT count(*) FROM session s WHERE s.turns <> (SELECT count(*) FROM document d WHERE d.session = s.id)
          OR s.turns <> (SELECT coalesce(max(d.position), -1) + 1 FROM document d WHERE d.session = s.id)
          OR s.turns <> (SELECT count(DISTINCT d.position) FROM document d WHERE d.session = s.id)`,
  },
  {
    problem: "entities differ from their mentions",
    sql: "SELECT count(*) FROM entity e WHERE e.documents <> (SELECT count(*) FROM mention n WHERE n.entity = e.eid)",
  },
  {
    problem: "entities that nothing mentions or relates to",
    sql: `SELECT count(*) FROM entity e WHERE e.documents = 0 AND NOT EXISTS (SELECT 1 FROM relation r WHERE r.subject = e.eid)
          AND NOT EXISTS (SELECT 1 FROM relation r WHERE r.object_entity = e.eid)`,
  },
  {
    problem: "entities whose name is not the first of their names",
    sql: "SELECT count(*) FROM entity e WHERE (e.name, e.key) IS NOT (SELECT name, key FROM alias a WHERE a.entity = e.eid ORDER BY a.id LIMIT 1)",
  },
  {
    problem: "names brought by documents that do not mention their entity, or that are not there",
    sql: `SELECT count(*) FROM alias_source s LEFT JOIN alias a ON a.id = s.alias
          WHERE a.id IS NULL OR NOT EXISTS (SELECT 1 FROM mention n WHERE n.document = s.document AND n.entity = a.entity)`,
  },
  {
    problem: "names that are not as in their index",
    sql: "SELECT count(*) FROM alias a FULL JOIN name_index_docsize n ON n.id = a.id WHERE a.id IS NULL OR n.id IS NULL",
  },
  {
    problem: "open conflicts of one memory",
    sql: "SELECT count(*) FROM (SELECT 1 FROM memory WHERE conflict_status = 'active' GROUP BY conflict_group HAVING count(*) = 1)",
  },
  { problem: "memories without their details", sql: "SELECT count(*) FROM document WHERE kind = 'memory' AND rid NOT IN (SELECT rid FROM memory)" },
];

function vectorProblems(database: UserDatabase): string[] {
  return database.all<{ id: number; dimension: number }>("SELECT id, dimension FROM space").flatMap(({ id, dimension }) => {
    const wrong = database.value<number>(
      `SELECT count(*) FROM ${vectorTable(id)} WHERE length(vector) <> @bytes OR rid NOT IN (SELECT rid FROM document)`,
      { bytes: dimension * Float32Array.BYTES_PER_ELEMENT },
    )!;
    return wrong === 0 ? [] : [`vectors of space ${id} that fit no document: ${wrong}`];
  });
}

function wordProblems(database: UserDatabase): string[] {
  const [blocks, words] = [damagedBlocks(database), unlistedWords(database)];
  return [...(blocks === 0 ? [] : [`blocks of postings that differ from their documents: ${blocks}`]), ...(words === 0 ? [] : [`words that are not as in the blocks: ${words}`])];
}

function segmentProblems(database: UserDatabase): string[] {
  const damaged = damagedSegments(database);
  return damaged === 0 ? [] : [`pieces of the columns of documents that differ from their documents: ${damaged}`];
}

/** Pages, the word index, and the counts that the code relies on. Runs in the writer, so that nothing changes meanwhile. */
export function checkIntegrity({ database }: Call): IntegrityReport {
  // The quick check does not compare an index with its table, and words are found by that of the blocks alone.
  const pages = ["quick_check", "integrity_check(term_block)"].flatMap((check) => database.column<string>(`PRAGMA ${check}`)).filter((line) => line !== "ok");
  const counts = COUNTS.flatMap(({ problem, sql }) => {
    const differences = database.value<number>(sql)!;
    return differences === 0 ? [] : [`${problem}: ${differences}`];
  });
  const foreign = database.all("PRAGMA foreign_key_check").length;
  const problems = [...pages, ...counts, ...wordProblems(database), ...segmentProblems(database), ...vectorProblems(database), ...(foreign === 0 ? [] : [`links to rows that are gone: ${foreign}`])];
  return { ok: problems.length === 0, problems };
}
