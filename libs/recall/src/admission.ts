/**
 * Lets so many recalls work at once, the others in the order of their arrival. Work on too many at once would finish all of them late;
 * begun one after the other, most are whole in time. Time spent waiting counts against a recall's own deadline, and whoever has waited
 * until then waits no longer: those that were given more time, or whose model hangs, hold up nobody beyond his own limit.
 */
export class Admission {
  readonly #most: number;
  /** Each is called with whether it gets a place. */
  readonly #waiting = new Set<(hasPlace: boolean) => void>();
  #working = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins after `patienceMs` at the latest, then without a place: such work finds that its time is over. */
  async run<Result>(patienceMs: number, work: () => Promise<Result>): Promise<Result> {
    const hasPlace = this.#take() || (await this.#wait(patienceMs));
    try {
      return await work();
    } finally {
      if (hasPlace) this.#passOn();
    }
  }

  #take(): boolean {
    if (this.#working >= this.#most) return false;
    this.#working += 1;
    return true;
  }

  #wait(patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const called = (hasPlace: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(called);
        resolve(hasPlace);
      };
      const timer = setTimeout(() => called(false), patienceMs);
      this.#waiting.add(called);
    });
  }

  /** The place goes on to whoever waits. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#working -= 1;
    else next(true);
  }
}
