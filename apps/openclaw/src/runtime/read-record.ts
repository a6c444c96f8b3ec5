import { CortexClientError } from "@memory-cortex/client";
import type { CallOptions, CortexClient, MemoryView, TurnView } from "@memory-cortex/client";

import type { Realm } from "../isolation/realm.ts";
import { excerptOf } from "./read-memory-file.ts";
import type { Excerpt } from "./read-memory-file.ts";
import { recordPathOf } from "./record-paths.ts";
import type { RecordPath } from "./record-paths.ts";

const PAGE = 1_000;
const MOST_PAGES = 50;
/** Messages shown before and behind the one that was found. */
const AROUND = 5;

export interface RecordPlace {
  record: RecordPath;
  realm: Realm;
  from?: number | undefined;
  lines?: number | undefined;
}

/** A memory, or a message with those around it, as lines. Rejects with a `CortexClientError` when the service cannot be asked. */
export async function readRecord(client: CortexClient, { record, realm, from, lines }: RecordPlace, options: CallOptions): Promise<Excerpt> {
  const path = recordPathOf(record);
  const whose = { user_id: realm.userId, namespace: realm.namespace };
  const text = record.kind === "memory"
    ? await known(client.getMemory({ ...whose, id: record.id }, options).then(memoryText))
    : await known(aroundTurn(client, { record, whose }, options));
  return text === null ? { status: "not_found", text: "", path } : excerptOf(text, { path, from, lines });
}

async function known(asked: Promise<string | null>): Promise<string | null> {
  try {
    return await asked;
  } catch (error) {
    if (CortexClientError.isInstance(error) && (error.code === "not_found" || error.code === "unknown_user")) return null;
    throw error;
  }
}

function memoryText(memory: MemoryView): string {
  const facts = [
    `type: ${memory.type}`, `importance: ${String(memory.importance)}`, `observed: ${memory.observed_at}`,
    ...(memory.speaker === null ? [] : [`said by: ${memory.speaker}`]),
    ...(memory.valid_to === null ? [] : [`true until: ${memory.valid_to}`]),
    ...(memory.superseded_by === null ? [] : [`replaced by: ${memory.superseded_by}`]),
    ...(memory.tags.length === 0 ? [] : [`tags: ${memory.tags.join(", ")}`]),
  ];
  return `${memory.content}\n\n${facts.join("\n")}\n`;
}

interface Wanted {
  record: RecordPath & { kind: "turn" };
  whose: { user_id: string; namespace: string };
}

/** Pages through the conversation until the message comes by. */
async function aroundTurn(client: CortexClient, { record, whose }: Wanted, options: CallOptions): Promise<string | null> {
  let before: TurnView[] = [];
  let after = -1;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { turns } = await client.listTurns({ ...whose, session_id: record.sessionId, after, limit: PAGE }, options);
    const place = turns.findIndex(({ id }) => id === record.id);
    const last = turns.at(-1);
    if (place !== -1) {
      const near = [...before, ...turns];
      const at = before.length + place;
      return `${near.slice(Math.max(0, at - AROUND), at + AROUND + 1).map(turnLine(record.id)).join("\n")}\n`;
    }
    if (last === undefined || turns.length < PAGE) return null;
    before = turns.slice(-AROUND);
    after = last.position;
  }
  return null;
}

const turnLine = (found: string) => ({ id, observed_at, speaker, role, text }: TurnView): string =>
  `${id === found ? "> " : "  "}${observed_at.slice(0, 16).replace("T", " ")} ${speaker ?? role}: ${text.replaceAll("\n", "\n    ")}`;
