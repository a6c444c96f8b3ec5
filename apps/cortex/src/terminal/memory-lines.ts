import type { MemoryView } from "@memory-cortex/models";

import { formatTime, harmless, oneLine } from "./format.ts";
import type { Colours } from "./terminal.ts";

/** "since 1 May 2026", "until …", "12 Jan 2026 to 1 May 2026"; empty when nothing is known of it. */
function validity({ valid_from, valid_to }: MemoryView): string {
  const [from, to] = [valid_from, valid_to].map((time) => (time === null ? null : time.slice(0, 10)));
  if (from && to) return `true ${from} to ${to}`;
  if (from) return `true since ${from}`;
  return to ? `true until ${to}` : "";
}

function standing({ retired_at, superseded_by, conflict_status }: MemoryView): string {
  if (superseded_by !== null) return "superseded";
  if (retired_at !== null) return "retired";
  return conflict_status === "active" ? "in conflict" : "";
}

/** "ID  fact  .90  The staging server is called otter  [true since 2026-05-01, superseded]" */
export function memoryLine(memory: MemoryView, colours: Colours): string {
  const notes = [validity(memory), standing(memory)].filter(Boolean).join(", ");
  return `${colours.dim(memory.id)}  ${memory.type.padEnd(10)} ${colours.green(memory.confidence.toFixed(2))}  ${oneLine(harmless(memory.content), 300)}${notes === "" ? "" : colours.dim(`  [${notes}]`)}`;
}

/** Everything known about a memory, a line each; what is empty is left out. */
export function memoryDetails(memory: MemoryView, colours: Colours): string[] {
  const rows = Object.entries(memory).filter(([key, value]) => key !== "content" && value !== null && !(Array.isArray(value) && value.length === 0));
  const width = Math.max(...rows.map(([key]) => key.length));
  const shown = (key: string, value: unknown): string => (key.endsWith("_at") && typeof value === "string" ? formatTime(value) : Array.isArray(value) ? value.join(", ") : String(value));
  return [colours.bold(harmless(memory.content)), ...rows.map(([key, value]) => `${key.replaceAll("_", " ").padEnd(width)}  ${harmless(shown(key, value))}`)];
}
