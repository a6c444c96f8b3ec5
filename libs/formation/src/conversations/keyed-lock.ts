/** Runs tasks of one key one after the other, in the order of their arrival; other keys go on. */
export interface KeyedLock {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/** A lock inside this process. Between processes the store's revision decides; this only saves the losers their retries. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(task, task);
      tails.set(key, mine);
      try {
        return await mine;
      } finally {
        if (tails.get(key) === mine) tails.delete(key);
      }
    },
  };
}
