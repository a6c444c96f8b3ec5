import type { ComposedShape } from "../../server-shape/start-composed-shape.ts";
import type { Corpus } from "../corpus.ts";

/** What every part of a run over the server shape needs to know. */
export interface ServerWish {
  shape: ComposedShape;
  corpus: Corpus;
  /** Number of a question that this run has not asked yet. */
  nextQuestion: () => number;
  progress: (line: string) => void;
}
