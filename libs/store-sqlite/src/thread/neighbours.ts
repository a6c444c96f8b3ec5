import type { Admits } from "./admits.ts";
import type { DocumentColumns } from "./document-columns.ts";

interface Beside {
  window: number;
  admitted: Admits;
  /** Found already; grows by what is found now. */
  seen: Set<number>;
}

/** Turns up to `window` places from the turns among the hits that were not seen and that `admitted` lets through. */
export function neighboursOf(documents: DocumentColumns, hits: readonly number[], { window, admitted, seen }: Beside): number[] {
  const { positions, previous, next } = documents.columns;
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
