import type { Queue } from "@memory-cortex/queue";
import { causeHere } from "@memory-cortex/telemetry";
import type { Tracing } from "@memory-cortex/telemetry";

/** The same queue; its jobs know the request and the span that enqueued them, also in another process. */
export function causedBy(queue: Queue, tracing: Pick<Tracing, "traceparent">): Queue {
  const here = (): { cause?: string } => {
    const cause = causeHere(tracing);
    return cause === undefined ? {} : { cause };
  };
  return {
    enqueue: (name, payload, options) => queue.enqueue(name, payload, { ...here(), ...options }),
    runNow: (name, payload, options) => queue.runNow(name, payload, { ...here(), ...options }),
    start: (handlers) => queue.start(handlers),
    depth: () => queue.depth(),
    idle: (options) => queue.idle(options),
    close: (options) => queue.close(options),
  };
}
