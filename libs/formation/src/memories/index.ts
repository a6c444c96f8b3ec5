export { createMemories } from "./create-memories.ts";
export type { Memories, MemoriesOptions } from "./create-memories.ts";
export { SESSION_LIFETIME_MS } from "./life-span.ts";
export { toMemoryView } from "./to-memory-view.ts";
