import type { Answer, Fields, RouteName } from "@memory-cortex/client";

import type { McpRealm } from "./realm.ts";

/** What a call takes beside its fields. */
export interface CallOptions {
  /** Aborted when the host cancels the call. */
  signal: AbortSignal;
}

/** The fields of a route without those that name a realm. */
type Given<Name extends RouteName> = Omit<Fields<Name>, "user_id" | "namespace" | "namespaces" | "project">;

/**
 * The service as tools and resources see it: of one user, in some namespaces. No method takes any of that, so nothing that a model
 * writes can reach another realm. All reject with a `CortexClientError`.
 */
export interface Memory {
  readonly realm: McpRealm;
  recall(question: Given<"recall">, options: CallOptions): Promise<Answer<"recall">>;
  search(question: Given<"search">, options: CallOptions): Promise<Answer<"search">>;
  explain(question: Given<"explain">, options: CallOptions): Promise<Answer<"explain">>;
  remember(statement: Given<"remember">, options: CallOptions): Promise<Answer<"remember">>;
  forget(what: Given<"forget">, options: CallOptions): Promise<Answer<"forget">>;
  stats(options: CallOptions): Promise<Answer<"stats">>;
  entities(page: Given<"listEntities">, options: CallOptions): Promise<Answer<"listEntities">>;
  entity(id: string, options: CallOptions): Promise<Answer<"getEntity">>;
  memories(page: Given<"listMemories">, options: CallOptions): Promise<Answer<"listMemories">>;
  memory(id: string, options: CallOptions): Promise<Answer<"getMemory">>;
  sessions(page: Given<"listSessions">, options: CallOptions): Promise<Answer<"listSessions">>;
  /** A page of turns, in order; `after` -1 begins at the first. */
  turns(page: Given<"listTurns">, options: CallOptions): Promise<Answer<"listTurns">>;
}
