export interface KeepWarmOptions {
  /** Rejects while the store is away. */
  ping: () => Promise<unknown>;
  warm: () => Promise<unknown>;
  everyMs: number;
}

/**
 * Warms up as soon as the store is there, and again each time it was away: a database that has been started anew plans each statement at its
 * first use, which takes longer than a recall may, and a statement that is abandoned while it is planned is planned again the next time. What
 * fails is not told: it fails again where it matters.
 */
export function keepWarm({ ping, warm, everyMs }: KeepWarmOptions): { stop(): Promise<void> } {
  let isWarm = false;
  let isStopped = false;
  let round: Promise<void> | null = null;

  async function look(): Promise<void> {
    try {
      await ping();
      if (!isWarm) await warm();
      isWarm = true;
    } catch {
      isWarm = false;
    }
    round = null;
  }

  const begin = (): void => {
    if (!isStopped) round ??= look();
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
