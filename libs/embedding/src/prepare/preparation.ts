import type { ModelSource } from "./static-model-manifest.ts";

/** What is being done, for a progress bar. */
export interface PreparationProgress {
  way: "configured" | "prepared" | "hub" | "pip" | "built";
  /** File being fetched or checked. */
  file: string;
  receivedBytes: number;
  /** Null when it is not known, as with pip. */
  totalBytes: number | null;
}

/** A way that did not work, in one sentence without addresses or paths. */
export interface FailedWay {
  way: PreparationProgress["way"];
  problem: string;
}

export interface PreparationOptions {
  /** Data folder; the model goes to `models/<name>` below it. */
  home: string;
  /** A folder that holds a model already; looked at first, and alone: a wrong one is reported, not replaced. */
  folder?: string | null | undefined;
  /** Address of the model hub or of a mirror. */
  hubUrl?: string | undefined;
  /** Whether anything may be fetched; true by default. */
  download?: boolean | undefined;
  fetch?: typeof fetch | undefined;
  /** Python commands to try; `python3`, then `python`. */
  python?: readonly string[] | undefined;
  /** What pip is asked for, when a mirror carries another release. */
  pipRequirement?: string | undefined;
  progress?: ((progress: PreparationProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Limits, in milliseconds: for the hub to begin to answer, for a pause in its answer, for all of pip. */
  answerTimeoutMs?: number | undefined;
  stallTimeoutMs?: number | undefined;
  pipTimeoutMs?: number | undefined;
}

/** The options as the ways need them. */
export interface Preparation {
  source: ModelSource;
  /** `<home>/models/<name>`. */
  folder: string;
  fetch: typeof fetch;
  python: readonly string[];
  progress: (progress: PreparationProgress) => void;
  signal: AbortSignal | undefined;
  answerTimeoutMs: number;
  stallTimeoutMs: number;
  pipTimeoutMs: number;
}

/** How the model was come by, or why there is none. */
export type PreparedModel =
  | { folder: string; how: PreparationProgress["way"]; failed: readonly FailedWay[] }
  | { missing: string; failed: readonly FailedWay[] };
