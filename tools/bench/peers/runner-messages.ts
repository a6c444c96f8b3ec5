/** What a peer's process is asked, a line of JSON each. */
export type RunnerRequest =
  | { kind: "reset" }
  | { kind: "add"; turns: readonly { id: string; text: string }[] }
  | { kind: "search"; question: string; limit: number };

/** A line of JSON under the key `answer`; other lines are what the package prints. */
export interface RunnerAnswer {
  ids?: string[];
  milliseconds?: number;
  failure?: string;
}
