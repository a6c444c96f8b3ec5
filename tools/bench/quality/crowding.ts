import type { BenchConversation } from "../datasets/dataset.ts";
import { mean, retrievalMetrics, seededRandom } from "../metrics.ts";
import type { RetrievalMetrics } from "../metrics.ts";
import type { ReportTable } from "../report/report.ts";
import { pairedBootstrap } from "../statistics/paired-bootstrap.ts";
import type { PairedDifference } from "../statistics/paired-bootstrap.ts";
import { COMPARED, differenceCell } from "./ablation.ts";
import { ask } from "./measure.ts";
import type { Measured, RecallAnswer } from "./measure.ts";

/** Memories and turns in one list, judged against turns alone. */
export interface CrowdingRow {
  dataset: string;
  mode: string;
  questions: number;
  /** Mean number of memories among the first ten. */
  memoriesInTen: number;
  turnsOnly: Record<(typeof COMPARED)[number], number>;
  /** Both kinds minus turns only; a memory counts as the turns it rests on. */
  difference: Record<(typeof COMPARED)[number], PairedDifference>;
}

interface Pair {
  turns: RetrievalMetrics;
  both: RetrievalMetrics;
  memories: number;
}

const PATIENT_MS = 5_000;
const SEED = 91;
const FIRST = 10;

export async function measureCrowding({ server, mode, datasets, progress }: Measured): Promise<CrowdingRow[]> {
  const rows: CrowdingRow[] = [];
  for (const { name: dataset, conversations } of datasets) {
    const pairs: Pair[] = [];
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      const externalIds = await externalIdsOf(server.url, conversation);
      progress(`${mode}: ${dataset} ${conversation.id}, turns against memories and turns`);
      for (const { text, gold } of conversation.questions.filter(({ headline }) => headline)) {
        const request = { query: text, user_id: conversation.id, deadline_ms: PATIENT_MS };
        const turns = await ask(server.url, { ...request, kinds: ["turn"] });
        const both = await ask(server.url, { ...request, kinds: ["memory", "turn"] });
        pairs.push({
          turns: retrievalMetrics(placesOf(turns, { gold, externalIds }), gold),
          both: retrievalMetrics(placesOf(both, { gold, externalIds }), gold),
          memories: both.items.slice(0, FIRST).filter(({ kind }) => kind === "memory").length,
        });
      }
    }
    rows.push(summarise({ dataset, mode, pairs }));
  }
  return rows;
}

/** One id for each place of the list: of a memory, a gold turn it rests on that no place before holds; nothing is closed up. */
function placesOf({ items }: RecallAnswer, { gold, externalIds }: { gold: readonly string[]; externalIds: ReadonlyMap<string, string> }): string[] {
  const taken = new Set<string>();
  return items.map((item, place) => {
    const rests = item.kind === "memory" ? (item.provenance ?? []).map((id) => externalIds.get(id)) : [item.external_id ?? undefined];
    const id = rests.find((candidate) => candidate !== undefined && gold.includes(candidate) && !taken.has(candidate)) ?? `place ${place}`;
    taken.add(id);
    return id;
  });
}

interface TurnPage {
  turns: { id: string; external_id: string | null; position: number }[];
}

const PAGE = 200;

async function externalIdsOf(url: string, { id: user, turns }: BenchConversation): Promise<Map<string, string>> {
  const externalIds = new Map<string, string>();
  for (const session of new Set(turns.map((turn) => turn.session))) {
    for (let after: number | null = null; ; ) {
      const parameters = new URLSearchParams({ user_id: user, limit: String(PAGE), ...(after === null ? {} : { after: String(after) }) });
      const response = await fetch(`${url}/v1/sessions/${encodeURIComponent(session)}/turns?${parameters.toString()}`);
      if (!response.ok) throw new Error(`Turns of ${session} answered ${response.status}.`);
      const page = ((await response.json()) as TurnPage).turns;
      for (const turn of page) if (turn.external_id !== null) externalIds.set(turn.id, turn.external_id);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.position;
    }
  }
  return externalIds;
}

function summarise({ dataset, mode, pairs }: { dataset: string; mode: string; pairs: readonly Pair[] }): CrowdingRow {
  const points = (side: "turns" | "both", metric: (typeof COMPARED)[number]) => pairs.map((pair) => 100 * pair[side][metric]);
  return {
    dataset, mode, questions: pairs.length, memoriesInTen: mean(pairs.map(({ memories }) => memories)),
    turnsOnly: Object.fromEntries(COMPARED.map((metric) => [metric, mean(points("turns", metric))])) as CrowdingRow["turnsOnly"],
    difference: Object.fromEntries(COMPARED.map((metric) => [metric, pairedBootstrap(points("turns", metric), points("both", metric), seededRandom(SEED))])) as CrowdingRow["difference"],
  };
}

export function crowdingTable(rows: readonly CrowdingRow[]): ReportTable {
  return {
    title: "Memories and turns in one list",
    note: "Points of 100. Turns asked for alone, and what changes when memories stand among them (every place of the list counts; a memory counts as a turn that it rests on), with the 95 % paired interval; * where it leaves zero on one side.",
    header: ["data", "mode", "questions", "memories among ten", ...COMPARED.map((metric) => `turns: ${metric}`), ...COMPARED.map((metric) => `both − turns: ${metric}`)],
    rows: rows.map((row) => [
      row.dataset, row.mode, String(row.questions), row.memoriesInTen.toFixed(2), ...COMPARED.map((metric) => row.turnsOnly[metric].toFixed(1)), ...COMPARED.map((metric) => differenceCell(row.difference[metric])),
    ]),
    textColumns: 2,
  };
}
