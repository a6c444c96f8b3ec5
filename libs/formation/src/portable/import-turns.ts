import { realmOf } from "@memory-cortex/models";
import type { Dedupe, ImportedTurn, IngestMessage, Realm } from "@memory-cortex/models";
import { turnTombstone } from "@memory-cortex/store";
import type { SessionHeader } from "@memory-cortex/store";

import { align, alignmentRequest } from "../align/index.ts";
import type { Alignment } from "../align/index.ts";
import { cleanMessages } from "../clean/clean-messages.ts";
import type { CleanMessage, CleanResult } from "../clean/clean-messages.ts";
import { appendNewTurns } from "../conversations/append-new-turns.ts";
import type { TurnStamp } from "../conversations/append-new-turns.ts";
import { incomingTurns } from "../conversations/incoming-turns.ts";
import { wakeWorkers } from "../conversations/wake-workers.ts";
import { silentLog } from "../formation-log.ts";
import { breather } from "../breather.ts";
import type { ImportServices } from "./import-services.ts";
import type { NumberedLine } from "./read-lines.ts";

export interface TurnImport {
  userId: string;
  turns: readonly NumberedLine<ImportedTurn>[];
  dedupe: Dedupe;
  dryRun: boolean;
  /** Ids that documents of the user have already. */
  known: ReadonlySet<string>;
}

export interface TurnCounts {
  imported: number;
  duplicate: number;
  forgotten: number;
  ignored: number;
}

/** Turns that are aligned at once. */
const AT_ONCE = 10_000;
const CLEANED_AT_ONCE = 100;
/** Turns that are marked in one transaction. */
const MARKED_AT_ONCE = 500;

/** Ids that lines of this import have had, and those that were given to turns. */
interface Ids {
  seen: Set<string>;
  given: Set<string>;
}

interface SessionImport extends Pick<TurnImport, "dedupe" | "dryRun"> {
  realm: Realm;
  session: SessionHeader;
  lines: readonly ImportedTurn[];
  ids: Ids;
}

/** In the order of their places, where all tell it. */
const inOrder = (lines: readonly ImportedTurn[]): readonly ImportedTurn[] => (lines.every(({ position }) => position !== undefined) ? lines.toSorted((a, b) => a.position! - b.position!) : lines);

const isTimed = ({ timed, observed_at: at }: ImportedTurn): boolean => at != null && timed !== false;

const messageOf = (line: ImportedTurn): IngestMessage => ({
  role: line.role, content: line.text, name: line.speaker ?? null, id: line.external_id ?? null, timestamp: isTimed(line) ? line.observed_at : null,
});

/** An id is given once. */
function stampOf(line: ImportedTurn, { given }: Ids): TurnStamp {
  const { id, created_at: createdAt, observed_at: observedAt } = line;
  const isFree = id !== undefined && !given.has(id);
  if (isFree) given.add(id);
  return { id: isFree ? id : undefined, createdAt: createdAt ?? undefined, observedAt: observedAt ?? createdAt ?? undefined };
}

const headerOf = (sessionId: string, lines: readonly ImportedTurn[]): SessionHeader => ({
  sessionId,
  channel: lines.find(({ channel }) => channel != null)?.channel ?? null,
  agentId: lines.find(({ agent_id: agentId }) => agentId != null)?.agent_id ?? null,
  project: lines.find(({ project }) => project != null)?.project ?? null,
});

/** The first line with an id counts. */
function withoutRepeats(lines: readonly ImportedTurn[], dedupe: Dedupe, { seen }: Ids): ImportedTurn[] {
  return lines.filter(({ id }) => {
    if (dedupe === "none" || id === undefined) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** What an append would do; reads only. */
async function wouldAppend({ store }: ImportServices, { realm, session, dedupe }: SessionImport, messages: readonly CleanMessage[]): Promise<{ alignment: Alignment; imported: number; forgotten: number }> {
  const incoming = incomingTurns(messages);
  const view = await store.readAlignment(realm, alignmentRequest(session.sessionId, incoming));
  const alignment = align(dedupe === "id_text" ? view : { ...view, matches: [] }, incoming);
  const hashes = alignment.inserts.flatMap(({ indexes }) => indexes.map((index) => turnTombstone(session.sessionId, incoming[index]!.contentHash)));
  const buried = new Set(await store.forgottenHashes(realm, hashes, { patient: true }));
  const forgotten = hashes.filter((hash) => buried.has(hash)).length;
  return { alignment, imported: hashes.length - forgotten, forgotten };
}

/** Turns of which memories were made elsewhere are not read again. */
async function markCaptured({ store, clock }: ImportServices, { realm, session }: SessionImport, turnIds: readonly string[]): Promise<void> {
  for (let from = 0; from < turnIds.length; from += MARKED_AT_ONCE) {
    await store.commitCapture(realm, { sessionId: session.sessionId, turnIds: turnIds.slice(from, from + MARKED_AT_ONCE), writes: [], at: clock.now() });
  }
}

/** A slice at a time, so that others are not held up. */
async function cleanBetween(messages: readonly IngestMessage[]): Promise<CleanResult> {
  const breathe = breather();
  const all: CleanResult = { kept: [], ignored: [] };
  for (let from = 0; from < messages.length; from += CLEANED_AT_ONCE) {
    const { kept, ignored } = await cleanMessages(messages.slice(from, from + CLEANED_AT_ONCE));
    all.kept.push(...kept.map((message) => ({ ...message, index: from + message.index })));
    all.ignored.push(...ignored.map((message) => ({ ...message, index: from + message.index })));
    await breathe();
  }
  return all;
}

async function importPart(services: ImportServices, part: SessionImport): Promise<TurnCounts> {
  const { realm, session, lines, dedupe, dryRun, ids } = part;
  const { kept, ignored } = await cleanBetween(lines.map(messageOf));
  const lineOf = ({ index }: CleanMessage): ImportedTurn => lines[index]!;
  if (dryRun) {
    const { alignment, imported, forgotten } = await wouldAppend(services, part, kept);
    return { imported, duplicate: alignment.duplicates.length, forgotten, ignored: ignored.length + alignment.summaries.length };
  }
  const appended = await appendNewTurns(services, { realm, session, messages: kept, stampOf: (message) => stampOf(lineOf(message), ids), isAllNew: dedupe !== "id_text" });
  const [seen, open] = [[] as string[], [] as string[]];
  for (const [index, id] of appended.turnIds) (lineOf(kept[index]!).captured ? seen : open).push(id);
  await markCaptured(services, part, seen);
  const { queue, log = silentLog } = services;
  if (open.length > 0) await wakeWorkers({ queue, log }, { userId: realm.userId, namespace: realm.namespaces[0], sessionId: session.sessionId, debounce: null });
  return { imported: appended.turnIds.size, duplicate: appended.duplicates.length, forgotten: appended.forgotten.length, ignored: ignored.length + appended.summaries.length };
}

const sum = (a: TurnCounts, b: TurnCounts): TurnCounts => ({ imported: a.imported + b.imported, duplicate: a.duplicate + b.duplicate, forgotten: a.forgotten + b.forgotten, ignored: a.ignored + b.ignored });

/** Session by session, each as a conversation that is told again: cleaned, aligned with what is there, with the ids that the lines name. */
export async function importTurns(services: ImportServices, { userId, turns, dedupe, dryRun, known }: TurnImport): Promise<TurnCounts> {
  let counts: TurnCounts = { imported: 0, duplicate: 0, forgotten: 0, ignored: 0 };
  const ids: Ids = { seen: new Set(known), given: new Set(known) };
  for (const [key, numbered] of Map.groupBy(turns, ({ namespace, line }) => JSON.stringify([namespace, line.session_id]))) {
    const [namespace, sessionId] = JSON.parse(key) as [string, string];
    const all = inOrder(numbered.map(({ line }) => line));
    const lines = withoutRepeats(all, dedupe, ids);
    counts = sum(counts, { imported: 0, duplicate: all.length - lines.length, forgotten: 0, ignored: 0 });
    const session = headerOf(sessionId, all);
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      counts = sum(counts, await importPart(services, { realm: realmOf(userId, [namespace]), session, lines: lines.slice(from, from + AT_ONCE), dedupe, dryRun, ids }));
    }
  }
  return counts;
}
