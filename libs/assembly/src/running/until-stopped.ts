/** Something that ends within a time. */
export interface Stoppable {
  close(limitMs: number): Promise<void>;
}

export interface StopOptions {
  /** How long running work may take to finish, milliseconds. */
  limitMs: number;
  onSignal(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** npm and process groups hand one signal on twice; only a later one is a person who does not want to wait. */
const SAME_SIGNAL_MS = 1_000;
/** A close that hangs is given this much more before the process ends anyway. */
const MARGIN_MS = 1_000;

/**
 * Waits for SIGINT or SIGTERM, then closes the service within the limit. "cut": the limit passed, or a second signal came. Nothing
 * acknowledged is lost then: the next start finds what is open.
 */
export async function untilStopped(service: Stoppable, { limitMs, onSignal }: StopOptions): Promise<"clean" | "cut"> {
  const first = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<"cut">();
  let firstAt: number | null = null;
  const count = (): void => {
    const now = performance.now();
    if (firstAt === null) first.resolve(undefined);
    else if (now - firstAt > SAME_SIGNAL_MS) second.resolve("cut");
    firstAt ??= now;
  };
  for (const signal of SIGNALS) process.on(signal, count);
  await first.promise;
  onSignal();
  const timer = setTimeout(() => second.resolve("cut"), limitMs + MARGIN_MS);
  const outcome = await Promise.race([service.close(limitMs).then(() => "clean" as const), second.promise]);
  clearTimeout(timer);
  for (const signal of SIGNALS) process.off(signal, count);
  return outcome;
}
