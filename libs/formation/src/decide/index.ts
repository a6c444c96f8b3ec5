export { createMemoryDecider } from "./decide-memory.ts";
export { createDecider } from "./decider.ts";
export type { Decider, DecideInput, DecideMoment, DeciderOptions, WindowDecision } from "./decider.ts";
export type { Decision, EndedMemory } from "./decide-one.ts";
export type { Decided, Verdicts } from "./decide-proposals.ts";
export { slotsOf } from "./slots-of.ts";
export type { SlotContext, SlotFact } from "./slots-of.ts";
export type { RelationKind } from "./relate.ts";
