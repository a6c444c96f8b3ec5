import { CLAUDE_CODE, conversationOf, ownLines, sessionIdOf, turnOfTranscriptLine } from "../../hook/claude-code-turns.ts";
import type { SpokenTurn } from "../../hook/claude-code-turns.ts";
import { projectOf } from "../../hook/project-of.ts";
import { conversationPiece } from "../conversation-piece.ts";
import type { ForeignReader } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import { jsonLines } from "../source/json-lines.ts";
import { lineOf } from "../source/source-file.ts";
import { isFields, nameOf, textOf, timeField, wholeText } from "./values.ts";

/** One session of a file: a session that was resumed may hold lines of the one before. */
interface FoundSession {
  line: number;
  folder: string | undefined;
  turns: SpokenTurn[];
}

/** Whether a line was copied from the session that this one was forked from: then all before it was, too. */
const isCopied = (line: unknown): boolean => ownLines([line]).length === 0;

const FILE_NAME = /(?<id>[^/]+?)\.jsonl$/i;

/**
 * Claude Code's transcripts, `~/.claude/projects/<folder>/<session>.jsonl`: one object a line, {type, uuid, parentUuid, sessionId, timestamp, cwd,
 * message: {role, content}, isMeta, isSidechain, …}. The place is documented (https://code.claude.com/docs/en/settings); the lines are what the
 * hook of `cortex hook post` reads as well, so that both name a turn alike and none is kept twice (apps/cortex/src/hook/claude-code-turns.ts).
 */
export const claudeCode: ForeignReader = {
  holds: (name) => /\.jsonl$/i.test(name) && !/(?:^|\/)agent-[^/]*\.jsonl$/i.test(name) && !/(?:^|\/)history\.jsonl$/i.test(name),
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "sessionId" in record && ("uuid" in record || "messageId" in record || "leafUuid" in record)),
  async *read(file, { defaults }) {
    const sessions = new Map<string, FoundSession>();
    const fallback = FILE_NAME.exec(file.name)?.groups?.["id"] ?? file.name;
    for await (const item of jsonLines(await file.open())) {
      const place = lineOf(file, item.line);
      if ("broken" in item) {
        yield flawOf(place, item.broken);
        continue;
      }
      if (!isFields(item.value) || typeof item.value["type"] !== "string") {
        yield flawOf(place, "is no line of a transcript: it has no `type`");
        continue;
      }
      const id = nameOf(item.value["sessionId"], 200) ?? fallback;
      if (isCopied(item.value)) {
        yield leftOut("copied from the session before a fork", 1 + (sessions.get(id)?.turns.length ?? 0));
        sessions.delete(id);
        continue;
      }
      const turn = turnOfTranscriptLine(item.value);
      const time = timeField(item.value, "timestamp");
      if (turn === null) {
        if (item.value["type"] === "user" || item.value["type"] === "assistant") yield leftOut("tool calls, tool output and notices");
      } else if ("reason" in time) yield flawOf(place, time.reason);
      else {
        const session = sessions.get(id) ?? { line: item.line, folder: textOf(item.value["cwd"]), turns: [] };
        session.turns.push({ ...turn, content: wholeText(turn.content) });
        sessions.set(id, session);
      }
    }
    for (const [id, { line, folder, turns }] of sessions) {
      const spoken = conversationOf(turns);
      if (spoken.length < turns.length) yield leftOut("remarks between tool calls", turns.length - spoken.length);
      const messages = spoken.map(({ role, content, id: turnId, timestamp }) => ({ role, content, id: turnId, ...(timestamp === undefined ? {} : { timestamp }) }));
      const project = folder === undefined ? undefined : await projectOf(folder);
      yield conversationPiece({ place: lineOf(file, line), sessionId: sessionIdOf(id), channel: CLAUDE_CODE, project, messages }, defaults);
    }
  },
};
