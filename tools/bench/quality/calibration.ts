import { post } from "../http-client.ts";
import type { ReportTable } from "../report/report.ts";
import { reliability } from "../statistics/reliability.ts";
import type { Claim, Reliability, ReliabilityBin } from "../statistics/reliability.ts";
import { wilsonInterval } from "../statistics/wilson.ts";
import type { Measured } from "./measure.ts";

interface ExplainedAnswer {
  items: { external_id: string | null; relevance: number; chance?: number; score: number }[];
}

/** What a score claims of a turn, and whether the turn is gold. */
export interface CalibrationRow {
  dataset: string;
  mode: string;
  claim: "chance of the first ten" | "chance of the first" | "relevance of the first ten";
  reliability: Reliability;
}

const FIRST = 10;
const PATIENT_MS = 5_000;

/** Chance and relevance of turns against the share of gold turns, headline questions only. */
export async function measureCalibration({ server, mode, datasets, progress }: Measured): Promise<CalibrationRow[]> {
  const rows: CalibrationRow[] = [];
  for (const { name: dataset, conversations } of datasets) {
    const claims: Record<CalibrationRow["claim"], Claim[]> = { "chance of the first ten": [], "chance of the first": [], "relevance of the first ten": [] };
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      progress(`${mode}: ${dataset} ${conversation.id}, reliability`);
      for (const { text, gold } of conversation.questions.filter(({ headline }) => headline)) {
        const { items } = await post<ExplainedAnswer>(`${server.url}/v1/explain`, { query: text, user_id: conversation.id, kinds: ["turn"], limit: FIRST, deadline_ms: PATIENT_MS });
        const isGold = (item: ExplainedAnswer["items"][number]) => item.external_id !== null && gold.includes(item.external_id);
        for (const [index, item] of items.entries()) {
          const chance = { claimed: item.chance ?? 0, true: isGold(item) };
          claims["chance of the first ten"].push(chance);
          if (index === 0) claims["chance of the first"].push(chance);
          claims["relevance of the first ten"].push({ ...chance, claimed: item.relevance });
        }
      }
    }
    for (const [claim, made] of Object.entries(claims)) rows.push({ dataset, mode, claim: claim as CalibrationRow["claim"], reliability: reliability(made) });
  }
  return rows;
}

export function calibrationTable(rows: readonly CalibrationRow[]): ReportTable {
  const bins = Array.from({ length: FIRST }, (_, index) => `.${index}–${index === 9 ? "1" : `.${index + 1}`}`);
  return {
    title: "Reliability",
    note: "Share of gold turns, in %, among turns whose chance or relevance falls into the bin [95 % interval by Wilson] (how many), headline questions. A calibrated chance would give 5, 15, 25, …; ECE is the mean distance from that, weighted by the counts. Relevance is the chance on a logarithmic scale: it has to mean the same on every data set, not the number itself.",
    header: ["data", "mode", "claim", ...bins, "ECE"],
    rows: rows.map(({ dataset, mode, claim, reliability: { bins: found, error } }) => [
      dataset, mode, claim, ...found.map(cellOf), error.toFixed(3),
    ]),
    textColumns: 3,
  };
}

function cellOf({ count, observed }: ReliabilityBin): string {
  if (count === 0) return "–";
  const [low, high] = wilsonInterval(Math.round(observed * count), count).map((bound) => (100 * bound).toFixed(0));
  return `${(100 * observed).toFixed(0)} [${low}–${high}] (${count})`;
}
