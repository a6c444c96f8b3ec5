import { CortexError } from "@memory-cortex/models";

/** What the work gives, or the error `aborted` as soon as the signal says so; `abandon` then ends the work, which nobody waits for. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined, abandon: () => void = () => undefined): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(new CortexError("aborted"));
      abandon();
    };
    // The work has begun and may fail later: somebody has to take that, or it ends the process.
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    void work.then(resolve, reject).then(() => signal.removeEventListener("abort", onAbort));
  });
}
