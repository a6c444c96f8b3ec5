import { ToolRefusal } from "./tool-refusal.ts";

export interface LinesQuestion {
  format: "jsonl" | "json";
  /** Memories at most. */
  limit: number;
  /** Whose memory they come to; a file may have been somebody else's. */
  userId: string;
  /** The drawer that a scope named, which counts for all; null: each line keeps its own. */
  namespace: string | null;
}

type Line = Record<string, unknown>;

/**
 * The memories of a file as lines for the service. Lines that are no memory (header, end, messages) are left out, and so is whose they were:
 * the realm decides that. Throws a refusal with the line that cannot be read.
 */
export function linesToImport(text: string, { format, limit, userId, namespace }: LinesQuestion): Line[] {
  const records = format === "json" ? listOf(text) : text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [parsed(line, index + 1)]));
  const memories = records.filter(({ kind }) => kind === undefined || kind === "memory").slice(0, limit);
  if (memories.length === 0) throw new ToolRefusal("nothing_to_import", "The file holds no memories. Nothing was imported.");
  return memories.map((record) => ({ ...record, kind: "memory", ...("user_id" in record ? { user_id: userId } : {}), ...(namespace === null ? {} : { namespace }) }));
}

function listOf(text: string): Line[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ToolRefusal("not_readable", "The file is no JSON. Nothing was imported.");
  }
  const list: unknown = Array.isArray(value) ? value : (value as { memories?: unknown } | null)?.memories;
  if (!Array.isArray(list)) throw new ToolRefusal("not_readable", "The file holds no list of memories. Nothing was imported.");
  return list.map((item, index) => recordOf(item, index + 1));
}

function parsed(line: string, number: number): Line {
  try {
    return recordOf(JSON.parse(line), number);
  } catch (error) {
    if (error instanceof ToolRefusal) throw error;
    throw new ToolRefusal("not_readable", `Line ${String(number)} is no JSON. Nothing was imported.`, { line: number });
  }
}

function recordOf(value: unknown, number: number): Line {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Line;
  throw new ToolRefusal("not_readable", `Line ${String(number)} is no memory. Nothing was imported.`, { line: number });
}
