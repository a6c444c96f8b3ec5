import type { MemoryType } from "@memory-cortex/models";

import { nameOf } from "./values.ts";

/** Categories and kinds of other systems that are types here; the others are facts with the category as a tag. */
const TYPES: Readonly<Record<string, MemoryType>> = { preference: "preference", fact: "fact", event: "episode", episode: "episode", procedure: "procedure", rule: "rule" };
/** Says nothing. */
const OTHER = new Set(["other", "unknown", "note"]);

/** Type and tags of a category. */
export function typeOfCategory(category: unknown, tags: readonly string[] = []): { type: MemoryType; tags: string[] } {
  const name = nameOf(category, 64)?.toLowerCase();
  if (name === undefined || OTHER.has(name)) return { type: "fact", tags: [...tags] };
  const type = TYPES[name];
  return type === undefined ? { type: "fact", tags: [...new Set([...tags, name])] } : { type, tags: [...tags] };
}
