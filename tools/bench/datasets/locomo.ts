import type { BenchConversation, BenchQuestion, BenchTurn, Dataset } from "./dataset.ts";

interface LocomoTurn {
  speaker: string;
  dia_id: string;
  text: string;
  blip_caption?: string;
}

interface LocomoSample {
  sample_id: string;
  conversation: Record<string, unknown>;
  qa: { question: string; evidence?: string[]; category: number }[];
}

const CATEGORIES: Readonly<Record<number, string>> = { 1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial" };
const MINUTE = 60_000;

/** LoCoMo's own format (Maharana et al. 2024). Headline: without the adversarial category; questions without evidence are left out. */
export function readLocomo(json: unknown): Dataset {
  return { name: "LoCoMo", conversations: (json as LocomoSample[]).map(readSample) };
}

function readSample(sample: LocomoSample): BenchConversation {
  const turns = readTurns(sample.conversation);
  const known = new Set(turns.map((turn) => turn.id));
  const questions = sample.qa.map((entry, index): BenchQuestion => ({
    id: `${sample.sample_id}-${index}`,
    text: entry.question,
    category: CATEGORIES[entry.category] ?? String(entry.category),
    gold: [...new Set((entry.evidence ?? []).flatMap(dialogIds))].filter((id) => known.has(id)),
    headline: entry.category !== 5,
  }));
  return { id: sample.sample_id, turns, questions: questions.filter((question) => question.gold.length > 0) };
}

/** Evidence is written "D1:3", now and then several in one string or with a leading zero ("D30:05"). */
const dialogIds = (evidence: string): string[] => (evidence.match(/D\d+:\d+/gu) ?? []).map((id) => id.replace(/:0+(?=\d)/u, ":"));

function readTurns(conversation: Record<string, unknown>): BenchTurn[] {
  const turns: BenchTurn[] = [];
  for (let number = 1; ; number += 1) {
    const session = conversation[`session_${number}`];
    if (session === undefined && conversation[`session_${number}_date_time`] === undefined) break;
    const start = parseDate(String(conversation[`session_${number}_date_time`]));
    for (const [index, turn] of ((session ?? []) as LocomoTurn[]).entries()) {
      const caption = turn.blip_caption === undefined ? "" : ` [image: ${turn.blip_caption}]`;
      const at = start === null ? null : start + index * MINUTE;
      turns.push({ id: turn.dia_id, session: `session_${number}`, speaker: turn.speaker, role: "user", text: `${turn.text}${caption}`, ...(caption === "" ? {} : { captionless: turn.text }), at });
    }
  }
  return turns;
}

/** "1:56 pm on 8 May, 2023" */
function parseDate(text: string): number | null {
  const match = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/u.exec(text.trim());
  if (match === null) return null;
  const [, hour, minute, half, day, month, year] = match;
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const time = Date.parse(`${day} ${month} ${year} ${String(hours).padStart(2, "0")}:${minute} UTC`);
  return Number.isNaN(time) ? null : time;
}
