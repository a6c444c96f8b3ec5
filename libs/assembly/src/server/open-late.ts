import { CortexError } from "@memory-cortex/models";

import { forwardTo } from "./forward-to.ts";

export interface LateOptions<Part> {
  open: () => Promise<Part>;
  /** Resolves after so many milliseconds, sooner when the signal is aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Told of the first failure of an outage, and of each that is another than the one before. */
  onFailure: (error: unknown) => void;
  onOpen: () => void;
}

/** Something that is opened in the background, again and again until it succeeds. */
export interface Late<Part> {
  /** Its methods wait for the first attempt, a second at most; after that they fail at once with why the last one failed. */
  part: Part;
  /** Resolves once it is open, or given up. */
  opened: Promise<void>;
  /** Gives up opening, or closes what was opened. */
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;
/** A call that comes while the process starts need not fail for that. */
const PATIENCE_MS = 1_000;

const codeOf = (error: unknown): string => (CortexError.isInstance(error) ? error.code : "internal");

/**
 * Opens a part that may be away at start, so that the process comes up without it, says so, and serves as soon as it is there. The part must
 * consist of methods.
 */
export function openLate<Part extends { close(): Promise<void> }>({ open, wait, onFailure, onOpen }: LateOptions<Part>): Late<Part> {
  const stop = new AbortController();
  let opened: Part | null = null;
  let failure: unknown = null;
  const first = Promise.withResolvers<undefined>();
  const running = attempts();

  async function attempts(): Promise<void> {
    for (let delay = FIRST_WAIT_MS; opened === null && !stop.signal.aborted; delay = Math.min(2 * delay, LONGEST_WAIT_MS)) {
      try {
        opened = await open();
        onOpen();
      } catch (error) {
        if (codeOf(error) !== codeOf(failure) || failure === null) onFailure(error);
        failure = error;
        first.resolve(undefined);
        await wait(delay, stop.signal);
      }
    }
    first.resolve(undefined);
  }

  async function settled(): Promise<Part> {
    if (failure === null) await Promise.race([first.promise, wait(PATIENCE_MS, stop.signal)]);
    if (opened !== null) return opened;
    throw CortexError.isInstance(failure) ? failure : new CortexError("starting", { cause: failure });
  }

  return {
    part: forwardTo(() => opened ?? settled()),
    opened: running,
    async close() {
      stop.abort();
      await running;
      await opened?.close();
    },
  };
}
