/** What an address of ours names. */
export type ResourceName = { kind: "memory"; id: string } | { kind: "session"; sessionId: string; after: number };

const SCHEME = "memory-cortex";
/** Turns of one read. */
export const TURNS_A_READ = 200;

export const MEMORY_TEMPLATE = `${SCHEME}://memories/{id}`;
export const SESSION_TEMPLATE = `${SCHEME}://sessions/{session_id}{?after}`;

export const memoryUri = (id: string): string => `${SCHEME}://memories/${encodeURIComponent(id)}`;
/** Ids of sessions are any text; the first page when `after` is left out. */
export const sessionUri = (sessionId: string, after = -1): string => `${SCHEME}://sessions/${encodeURIComponent(sessionId)}${after < 0 ? "" : `?after=${after}`}`;

const URI = new RegExp(String.raw`^${SCHEME}://(memories|sessions)/([^/?#]+)(?:\?after=(-?\d{1,15}))?$`);

/** Reads an address; null for one that is none of ours. */
export function readUri(uri: string): ResourceName | null {
  const [, kind, encoded, after] = URI.exec(uri) ?? [];
  const id = encoded === undefined ? null : decoded(encoded);
  if (id === null) return null;
  if (kind === "sessions") return { kind: "session", sessionId: id, after: after === undefined ? -1 : Number(after) };
  return after === undefined ? { kind: "memory", id } : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
