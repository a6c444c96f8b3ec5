import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

interface CollectOptions {
  /** Whether somebody may wait for this thread: then a pause is worth it only for much. */
  awaited: boolean;
  /** Calls it again and again; every five seconds by default, without keeping the process alive. */
  every?: (look: () => void) => void;
  /** Share of the time since it was asked last that this thread worked, in [0, 1]. */
  utilization?: () => number;
  /** Bytes of memory that the heap takes. */
  heapSize?: () => number;
  /** Node's own, which is there with `--expose-gc`; without it nothing is collected. */
  collect?: ((options: { type: "major"; flavor: "last-resort" }) => void) | undefined;
}

const LOOK_MS = 5_000;
const IDLE = 0.02;
/** A collection holds up a thread for 30 to 150 ms; bytes. */
const WORTH_IT = 8 * 1024 * 1024;
const WORTH_A_WAIT = 32 * 1024 * 1024;

/**
 * Collects the garbage of this thread when it has nothing to do, and gives its memory back. The engine collects when a heap has grown to a multiple
 * of what is used, so a thread that worked hard and then rests keeps the garbage of its work as long as the process lives (docs/decisions/memory.md).
 */
export function collectWhenIdle({ awaited, every = everyFiveSeconds, utilization = recentUtilization(), heapSize = sizeNow, collect = globalThis.gc }: CollectOptions): void {
  if (collect === undefined) return;
  const worthIt = awaited ? WORTH_A_WAIT : WORTH_IT;
  let kept = heapSize();
  every(() => {
    if (utilization() > IDLE || heapSize() - kept < worthIt) return;
    // The regular one keeps the pages that it has emptied.
    collect({ type: "major", flavor: "last-resort" });
    kept = heapSize();
  });
}

const everyFiveSeconds = (look: () => void): void => void setInterval(look, LOOK_MS).unref();

const sizeNow = (): number => getHeapStatistics().total_physical_size;

function recentUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
