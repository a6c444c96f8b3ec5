/** What a search hit that is no file is called, so that memory_get can read it: a memory, or a message of a conversation. */
export type RecordPath = { kind: "memory"; id: string } | { kind: "turn"; sessionId: string; id: string };

const ROOT = "cortex";

export function recordPathOf(record: RecordPath): string {
  return record.kind === "memory" ? `${ROOT}/memories/${record.id}` : `${ROOT}/sessions/${encodeURIComponent(record.sessionId)}/${record.id}`;
}

/** Null for any other path. A line range ("#L3-L9") behind it is ignored. */
export function readRecordPath(path: string): RecordPath | null {
  const parts = path.trim().replace(/#L\d+(-L\d+)?$/i, "").split("/");
  if (parts[0] !== ROOT) return null;
  if (parts.length === 3 && parts[1] === "memories" && parts[2] !== "") return { kind: "memory", id: parts[2]! };
  if (parts.length !== 4 || parts[1] !== "sessions" || parts[3] === "") return null;
  try {
    return { kind: "turn", sessionId: decodeURIComponent(parts[2]!), id: parts[3]! };
  } catch {
    return null;
  }
}
