import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { jsonLines } from "../source/json-lines.ts";
import { isDatabase } from "../source/open-database.ts";
import { lineOf } from "../source/source-file.ts";
import type { SourceFile } from "../source/source-file.ts";
import { databaseSessions } from "./openclaw/database-sessions.ts";
import { hostOwners } from "./openclaw/host-owners.ts";
import { leaveOutCaptured } from "./openclaw/leave-out-captured.ts";
import { sessionPieces } from "./openclaw/session-pieces.ts";
import { agentOf, sessionOfFile, sessionStore } from "./openclaw/session-store.ts";
import type { Entry } from "./openclaw/transcript-entries.ts";
import { isFields, nameOf } from "./values.ts";

/** In a folder `sessions`, or named itself; what was deleted, copied for debugging or moved into the database stays where it is. */
const TRANSCRIPT = /(?:^|(?:^|\/)sessions\/)[^/]+\.jsonl(?:\.reset\.[^/]+)?$/i;
const NOT_KEPT = /\.trajectory\.|\.checkpoint\.|\.deleted\.|(?:^|\/)session-sqlite-import-archive\//i;
const DATABASE = /(?:^|\/)openclaw-agent\.sqlite$/i;

async function* fileSession(file: SourceFile, context: ReadContext): AsyncGenerator<Piece, void, undefined> {
  const entries: Entry[] = [];
  for await (const item of jsonLines(await file.open())) {
    const place = lineOf(file, item.line);
    if ("broken" in item) yield flawOf(place, item.broken);
    else if (isFields(item.value) && typeof item.value["type"] === "string") entries.push({ place, fields: item.value });
    else yield flawOf(place, "is no entry of a transcript: it has no `type`");
  }
  if (entries.length === 0) return;
  const header = entries.find(({ fields }) => fields["type"] === "session")?.fields;
  const sessionId = nameOf(header?.["id"], 256) ?? sessionOfFile(file);
  const known = (await sessionStore(file)).get(sessionId);
  yield* sessionPieces({ sessionId, agentId: agentOf(file), sessionKey: known?.sessionKey, channel: known?.channel }, entries, context);
}

/**
 * OpenClaw's session transcripts. Today they are rows of `~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite` (transcript_events.event_json, or the
 * same compressed in event_zstd; session_windows gives the session's key), until 2026.6 lines of `~/.openclaw/agents/<agent>/sessions/<session>.jsonl`
 * with `sessions.json` beside them; the events are the same: a header of type "session", then entries with id and parentId, of which "message" holds
 * {role, content, timestamp}. Shapes: https://docs.openclaw.ai/reference/session-management-compaction and its page on the schema; the tables as
 * OpenClaw 2026.9.6 makes them. What is no conversation is told by the same rules as the plugin's capture.
 */
export const openclawSessions: ForeignReader = {
  holds: (name) => (TRANSCRIPT.test(name) && !NOT_KEPT.test(name)) || DATABASE.test(name),
  recognises: (sample) =>
    sample.kind === "database"
      ? sample.tables.includes("transcript_events")
      : sample.records.some((record) => "type" in record && record.type === "session" && "id" in record && ("cwd" in record || "version" in record)),
  async *read(file, context) {
    const knowing = { ...context, owner: new Set([...context.owner, ...(await hostOwners(file))]) };
    if (await isDatabase(file)) yield* databaseSessions(file, knowing);
    else yield* fileSession(file, knowing);
  },
  leaveOutKnown: leaveOutCaptured,
};
