import type { Revisions } from "@memory-cortex/store";

import type { Call } from "./call.ts";

export const NO_REVISIONS: Revisions = { knowledge: 0, content: 0, erasures: 0 };

/** What a write changed, as far as others ask: see `Revisions` of the port. What changes knowledge changes content. */
export type Change = "knowledge" | "content" | "nothing";

export function revisions({ database }: Call): Revisions {
  return database.get<Revisions>("SELECT knowledge, content, erasures FROM revision")!;
}

/** Whether the decisions of a commit rest on what is no longer so. */
export function isStale(call: Call, basedOn: number | undefined): boolean {
  return basedOn !== undefined && revisions(call).knowledge !== basedOn;
}

/** In the transaction of the write. */
export function countChange({ database }: Pick<Call, "database">, change: Change): void {
  if (change !== "nothing") database.run("UPDATE revision SET knowledge = knowledge + @knowledge, content = content + 1", { knowledge: change === "knowledge" ? 1 : 0 });
}

export function countErasure({ database }: Call): void {
  database.run("UPDATE revision SET erasures = erasures + 1");
}
