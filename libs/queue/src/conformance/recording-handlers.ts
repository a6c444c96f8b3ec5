import type { JobHandler, JobHandlers, JobName, JobResult } from "../index.ts";

export interface Attempt {
  name: JobName;
  payload: unknown;
  attempt: number;
  signal: AbortSignal;
  jobId: string | undefined;
  cause: string | undefined;
}

/** Handlers of all names that record their attempts and end when and as the test says. */
export interface RecordingHandlers {
  handlers: JobHandlers;
  attempts: Attempt[];
  /** What the next attempts give, in order; success when none is left. */
  results: (JobResult | "throw")[];
  /** From now on attempts stay open until {@link release}. */
  hold(): void;
  release(): void;
}

export function recordingHandlers(thrown: unknown): RecordingHandlers {
  let gate: Promise<void> | null = null;
  let open: () => void = () => undefined;
  const recording: RecordingHandlers = {
    attempts: [],
    results: [],
    hold() {
      gate = new Promise((resolve) => (open = resolve));
    },
    release() {
      gate = null;
      open();
    },
    handlers: { capture: handler("capture"), embed: handler("embed"), synthesize: handler("synthesize"), improve: handler("improve"), expire: handler("expire"), reconcile: handler("reconcile") },
  };
  return recording;

  function handler<Name extends JobName>(name: Name): JobHandler<Name> {
    return async (payload, { attempt, signal, jobId, cause }) => {
      recording.attempts.push({ name, payload, attempt, signal, jobId, cause });
      const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      if (gate) await Promise.race([gate, aborted]);
      const result = recording.results.shift() ?? { outcome: "success" };
      if (result === "throw") throw thrown;
      return result;
    };
  }
}
