import { readFileSync } from "node:fs";

import { captureByLlm, captureByRules, isWorthAsking } from "@memory-cortex/formation";
import type { CaptureCandidate } from "@memory-cortex/formation";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import { MEMORY_TYPES } from "@memory-cortex/models";
import type { Turn } from "@memory-cortex/models";

import type { Dataset } from "../datasets/dataset.ts";
import type { ReportTable } from "../report/report.ts";
import { asTurns } from "./as-turns.ts";
import { judgementKey, parseJudgements } from "./judgements.ts";
import { precisionTables } from "./precision.ts";
import type { FormationInput, FormationSection } from "./section.ts";

/** What the rules find in the conversations, and how a model's answers would fare that say the same, or something else. */
export const captureSection: FormationSection = {
  name: "capture",
  async measure({ datasets }: FormationInput): Promise<ReportTable[]> {
    const found = datasets.map((dataset) => ({ dataset, captured: capturedIn(dataset) }));
    return [rulesTable(found), ...precisionOf(found), await supportTable(found.flatMap(({ captured }) => captured))];
  },
};

/** A memory by rules with the turn that it rests on. */
interface Captured {
  turn: Turn;
  candidate: CaptureCandidate;
  /** A turn of another conversation. */
  elsewhere: Turn;
}

interface Found {
  dataset: Dataset;
  captured: Captured[];
}

function sessionsOf({ conversations }: Dataset): Turn[][] {
  return conversations.flatMap(({ turns }) => [...Map.groupBy(turns, ({ session }) => session)].map(([session, messages]) => asTurns(messages, session)));
}

function capturedIn(dataset: Dataset): Captured[] {
  const sessions = sessionsOf(dataset);
  const all = sessions.flat();
  return sessions.flatMap((turns) => {
    const byId = new Map(turns.map((turn) => [turn.id, turn]));
    return captureByRules({ turns, context: [], now: 0 }).map((candidate) => {
      const turn = byId.get(candidate.turnIds[0]!)!;
      return { turn, candidate, elsewhere: all[(all.indexOf(turn) + Math.floor(all.length / 2)) % all.length]! };
    });
  });
}

function rulesTable(found: readonly Found[]): ReportTable {
  return {
    title: "Memories by rules",
    header: ["data", "turns", "worth a question to a model", "memories", ...MEMORY_TYPES],
    rows: found.map(({ dataset, captured }) => {
      const turns = sessionsOf(dataset).flat();
      const ofType = MEMORY_TYPES.map((type) => captured.filter(({ candidate }) => candidate.type === type).length);
      return [dataset.name, turns.length, turns.filter((turn) => isWorthAsking([turn])).length, captured.length, ...ofType].map(String);
    }),
    textColumns: 1,
  };
}

const JUDGEMENTS = new URL("judgements.tsv", import.meta.url);

function precisionOf(found: readonly Found[]): ReportTable[] {
  const judgements = parseJudgements(readFileSync(JUDGEMENTS, "utf8"));
  const keyed = found.flatMap(({ dataset, captured }) => captured.map(({ candidate, turn }) => ({ data: dataset.name, type: candidate.type, key: judgementKey(candidate, turn) })));
  const keys = new Set(keyed.map(({ key }) => key));
  const unused = [...judgements.keys()].filter((key) => !keys.has(key)).length;
  return precisionTables(keyed.map(({ data, type, key }) => ({ data, type, judgement: judgements.get(key) })), unused);
}

/** An answer that a model might give to the turn of a memory; null where this one cannot be made of it. */
type Proposal = (captured: Captured) => { text: string; turn: Turn } | null;

const own = ({ candidate, turn }: Captured): string => candidate.text.replace(/\s\([^()]*\)$/, "").replace(turn.speaker === null ? "" : `${turn.speaker}: `, "");
const changed = (make: (text: string) => string): Proposal => (captured) => {
  const text = own(captured);
  const other = make(text);
  return other === text ? null : { text: other, turn: captured.turn };
};
const NEGATION = /\b(?:not|never|no|none|nothing|without|hardly|hate|dislike|avoid|stop\w*|quit|left)\b|n['’]t\b/i;

const PROPOSALS: readonly [string, boolean, Proposal][] = [
  ["in the speaker's words", true, (captured) => ({ text: own(captured), turn: captured.turn })],
  ["in the third person", true, changed((text) => text.replace(/\bI(?:'m| am)\b/g, "The user is").replace(/\bI've\b/g, "the user has").replace(/\bI\b/g, "the user").replace(/\bmy\b/gi, "their"))],
  ["citing a turn of another conversation", false, ({ elsewhere, ...captured }) => ({ text: own({ ...captured, elsewhere }), turn: elsewhere })],
  ["with another number", false, changed((text) => text.replace(/\d+/, (number) => String(Number(number) + 7)))],
  ["with a number that nobody said", false, changed((text) => text.replace(/[.!]?$/, " with 47 others."))],
  ["with a name that nobody said", false, changed((text) => text.replace(/[.!]?$/, " together with Quentin."))],
  ["with a date that nobody said", false, changed((text) => text.replace(/[.!]?$/, " on 3 February 1987."))],
  ["denied", false, (captured) => (NEGATION.test(captured.turn.text) ? null : { text: `It is not true that ${own(captured)}`, turn: captured.turn })],
  ["said by an assistant", false, (captured) => ({ text: own(captured), turn: { ...captured.turn, role: "assistant", speaker: null } })],
];

async function supportTable(captured: readonly Captured[]): Promise<ReportTable> {
  const rows: string[][] = [];
  for (const [name, right, propose] of PROPOSALS) {
    const proposed = captured.map((one) => ({ one, proposal: propose(one) })).filter(({ proposal }) => proposal !== null);
    let kept = 0;
    for (const { one, proposal } of proposed) if (await isKept(proposal!, one.candidate)) kept += 1;
    rows.push([name, right ? "yes" : "no", String(proposed.length), String(kept), `${((100 * (right ? kept : proposed.length - kept)) / Math.max(1, proposed.length)).toFixed(1)} %`]);
  }
  return { title: "What is believed of a model's answer", note: "Answers made of the rules' memories; each cites one turn.", header: ["the answer is a memory", "to be believed", "answers", "believed", "judged right"], rows, textColumns: 2 };
}

async function isKept({ text, turn }: { text: string; turn: Turn }, { type }: CaptureCandidate): Promise<boolean> {
  const memory = { text, type, topic: null, importance: 50, confidence: 90, turns: ["t1"], change: "none", updates: [], facts: [], entities: [], start: null, end: null };
  const { candidates } = await captureByLlm({ llm: createFakeLlm({ answer: () => ({ memories: [memory] }) }), turns: [turn], context: [], now: turn.observedAt });
  return candidates.length === 1;
}
