import type { Answer, Fields } from "./route-types.ts";

export type IngestRequest = Fields<"ingest">;
export type IngestMessage = IngestRequest["messages"][number];
export type IngestResponse = Answer<"ingest">;
export type FlushResponse = Answer<"flush">;

export type RecallRequest = Fields<"recall">;
export type RecallResponse = Answer<"recall">;
export type RecallItem = RecallResponse["items"][number];
export type DegradedEntry = RecallResponse["degraded"][number];
export type SearchRequest = Fields<"search">;
export type SearchResponse = Answer<"search">;
export type SynthesizeResponse = Answer<"synthesize">;

export type RememberRequest = Fields<"remember">;
export type RememberResponse = Answer<"remember">;
export type MemoryView = Answer<"getMemory">;
export type ListMemoriesResponse = Answer<"listMemories">;

export type ExportRequest = Fields<"exportMemory">;
export type ImportRequest = Fields<"importMemory">;
export type ImportResponse = Answer<"importMemory">;
export type ForgetRequest = Fields<"forget">;
export type ForgetResponse = Answer<"forget">;

export type SessionView = Answer<"listSessions">["sessions"][number];
export type TurnView = Answer<"listTurns">["turns"][number];
export type EntityView = Answer<"listEntities">["entities"][number];
export type EntityResponse = Answer<"getEntity">;
export type StatsResponse = Answer<"stats">;
export type ReadinessResponse = Answer<"readiness">;

export type LegacyFact = Answer<"hybridSearch">["results"][number];
export type LegacyRecallResponse = Answer<"legacyRecall">;
