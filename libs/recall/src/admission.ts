/**
 * Lets so many recalls work at once, the others in the order of their arrival. Work on too many at once would finish all of them late;
 * begun one after the other, most are whole in time. Time spent waiting counts against a recall's own deadline.
 */
export class Admission {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#working += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes on to whoever waits.
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }
}
