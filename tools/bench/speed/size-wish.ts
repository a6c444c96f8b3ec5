import type { Corpus } from "../corpus.ts";

/** What every part of a speed run needs to know. */
export interface SizeWish {
  /** Turns in the realm. */
  size: number;
  /** Recalls for each figure. */
  queries: number;
  corpus: Corpus;
  /** Number of a question that this run has not asked yet. */
  nextQuestion: () => number;
  commit: string;
  /** Of the services that are started: which embedders there are. */
  environment: Record<string, string>;
  /** Whose vectors have to serve; none where there is no model. */
  embedders: readonly string[];
  progress: (line: string) => void;
}
