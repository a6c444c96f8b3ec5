import { post } from "../http-client.ts";
import type { ReportTable } from "../report/report.ts";
import { reliability } from "../statistics/reliability.ts";
import type { Claim, Reliability } from "../statistics/reliability.ts";
import type { Measured } from "./measure.ts";

interface ExplainedAnswer {
  items: { external_id: string | null; relevance: number; score: number }[];
}

/** What a score claims of a turn, and whether the turn is gold. */
export interface CalibrationRow {
  dataset: string;
  mode: string;
  claim: "relevance of the first ten" | "relevance of the first" | "score of the first";
  reliability: Reliability;
}

const FIRST = 10;
const PATIENT_MS = 5_000;

/** Relevance and score of turns against the share of gold turns, headline questions only. */
export async function measureCalibration({ server, mode, datasets, progress }: Measured): Promise<CalibrationRow[]> {
  const rows: CalibrationRow[] = [];
  for (const { name: dataset, conversations } of datasets) {
    const claims = { "relevance of the first ten": [] as Claim[], "relevance of the first": [] as Claim[], "score of the first": [] as Claim[] };
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      progress(`${mode}: ${dataset} ${conversation.id}, reliability`);
      for (const { text, gold } of conversation.questions.filter(({ headline }) => headline)) {
        const { items } = await post<ExplainedAnswer>(`${server.url}/v1/explain`, { query: text, user_id: conversation.id, kinds: ["turn"], limit: FIRST, deadline_ms: PATIENT_MS });
        const isGold = (item: ExplainedAnswer["items"][number]) => item.external_id !== null && gold.includes(item.external_id);
        claims["relevance of the first ten"].push(...items.map((item) => ({ claimed: item.relevance, true: isGold(item) })));
        const [first] = items;
        if (first === undefined) continue;
        claims["relevance of the first"].push({ claimed: first.relevance, true: isGold(first) });
        claims["score of the first"].push({ claimed: first.score, true: isGold(first) });
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
    note: "Share of gold turns, in %, among turns whose relevance or score falls into the bin (how many in brackets), headline questions. Calibrated would be 5, 15, 25, …; ECE is the mean distance from that, weighted by the counts.",
    header: ["data", "mode", "claim", ...bins, "ECE"],
    rows: rows.map(({ dataset, mode, claim, reliability: { bins: found, error } }) => [
      dataset, mode, claim, ...found.map(({ count, observed }) => (count === 0 ? "–" : `${(100 * observed).toFixed(0)} (${count})`)), error.toFixed(3),
    ]),
    textColumns: 3,
  };
}
