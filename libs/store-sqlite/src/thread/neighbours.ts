import type { Admits } from "./admits.ts";
import type { DocumentColumns } from "./document-columns.ts";

/** Turns up to `window` places from the turns among the hits that are not hits themselves and that `admitted` lets through. */
export function neighboursOf(documents: DocumentColumns, hits: readonly number[], { window, admitted }: { window: number; admitted: Admits }): number[] {
  const { positions, previous, next } = documents.columns;
  const seen = new Set(hits);
  const found: number[] = [];
  const walk = (from: number, links: Uint32Array, place: number): void => {
    for (let rid = links[from]!; rid !== 0 && Math.abs(positions[rid]! - place) <= window; rid = links[rid]!) {
      if (seen.has(rid)) continue;
      seen.add(rid);
      if (admitted(rid)) found.push(rid);
    }
  };
  if (window <= 0) return found;
  for (const rid of hits) {
    const place = positions[rid]!;
    if (place === -1) continue;
    walk(rid, previous, place);
    walk(rid, next, place);
  }
  return found;
}
