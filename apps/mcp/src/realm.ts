/** Whose memory a server serves, and which part of it. Fixed when it starts: no tool takes any of it as a parameter. */
export interface McpRealm {
  userId: string;
  /** All are read, in this order; the first is written to. */
  namespaces: readonly [string, ...string[]];
  /** What is remembered belongs to it, and what belongs to it is preferred; null for none. */
  project: string | null;
}
