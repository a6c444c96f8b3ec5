import type { Embedded } from "./embedded.ts";

export interface StopOptions {
  /** How long running work may take to finish, milliseconds. */
  limitMs: number;
  onSignal(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** A close that hangs is given this much more before the process ends anyway. */
const MARGIN_MS = 1_000;

/**
 * Waits for SIGINT or SIGTERM, then closes the service within the limit. "cut": the limit passed, or a second signal came. Nothing
 * acknowledged is lost then: the next start finds what is open.
 */
export async function untilStopped(service: Pick<Embedded, "close">, { limitMs, onSignal }: StopOptions): Promise<"clean" | "cut"> {
  const first = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<"cut">();
  let signals = 0;
  const count = (): void => {
    signals += 1;
    if (signals === 1) first.resolve(undefined);
    else second.resolve("cut");
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
