/** Where the list of resources goes on: in the service's own pages of sessions, then of memories. */
export interface ListPlace {
  of: "sessions" | "memories";
  /** The service's cursor; null for its first page. */
  cursor: string | null;
}

/** As a host keeps it between two pages. It may show it to nobody but us, and reads nothing from it. */
export const writeCursor = ({ of, cursor }: ListPlace): string => Buffer.from(JSON.stringify([of, cursor])).toString("base64url");

/** Reads a cursor of ours; the beginning without one, null for anything else. */
export function readCursor(cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return { of: "sessions", cursor: null };
  try {
    const [of, inner] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
    if (of !== "sessions" && of !== "memories") return null;
    return typeof inner === "string" || inner === null ? { of, cursor: inner } : null;
  } catch {
    return null;
  }
}
