import type { MemoryView, RememberRequest } from "@memory-cortex/client";

type MemoryType = NonNullable<RememberRequest["type"]>;

/** What models call kinds of memories. The first five are those of OpenClaw's older memory plugins. */
export const CATEGORIES = ["preference", "decision", "fact", "entity", "other", "rule", "procedure", "event"] as const;
export type Category = (typeof CATEGORIES)[number];

const TYPES: Record<Category, MemoryType> = {
  preference: "preference", decision: "fact", fact: "fact", entity: "fact", other: "fact", rule: "rule", procedure: "procedure", event: "episode",
};
/** Categories that are no type of their own are kept as a tag. */
const TAGGED: ReadonlySet<Category> = new Set(["decision", "entity", "other"]);
/** They tell an agent what to do: nobody but the owner may set them. */
const OWNERS_ONLY: ReadonlySet<MemoryType> = new Set(["rule", "procedure"]);

export interface KindOfMemory {
  type: MemoryType;
  tags: string[];
  /** True where a rule or procedure was asked for and only a fact is kept. */
  lowered: boolean;
}

/** The type and tag that a category is kept as. What comes from the untrusted never becomes a rule or a procedure. */
export function kindOf(category: Category | undefined, trusted: boolean): KindOfMemory {
  if (category === undefined) return { type: "fact", tags: [], lowered: false };
  const type = TYPES[category];
  const lowered = !trusted && OWNERS_ONLY.has(type);
  return { type: lowered ? "fact" : type, tags: TAGGED.has(category) ? [category] : [], lowered };
}

/** What `GET /v1/memories` and exports narrow a category by. */
export function filterOf(category: Category | undefined): { type?: MemoryType; tags?: string[] } {
  if (category === undefined) return {};
  return TAGGED.has(category) ? { tags: [category] } : { type: TYPES[category] };
}

/** The category of a memory as it is kept. */
export function categoryOf(memory: { type?: MemoryView["type"] | undefined; tags?: readonly string[] }): Category {
  const tag = [...TAGGED].find((category) => memory.tags?.includes(category) === true);
  if (tag !== undefined) return tag;
  return memory.type === "episode" ? "event" : (memory.type ?? "fact");
}

/** Labels of importance: from .8 it must be remembered, from .5 it is nice to have. */
export function importanceLabel(importance: number | undefined): "must_remember" | "nice_to_have" | "ignore" | "unknown" {
  if (importance === undefined) return "unknown";
  if (importance >= 0.8) return "must_remember";
  return importance >= 0.5 ? "nice_to_have" : "ignore";
}
